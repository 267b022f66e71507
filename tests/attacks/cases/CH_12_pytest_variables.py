# id: CH-12
# kind: configuration and start-up
# where: load
# status: passed
import os
os.environ.update(PYTEST_ADDOPTS="--co", PYTEST_PLUGINS="evil", PYTEST_DISABLE_PLUGIN_AUTOLOAD="0")
