# id: CH-43
# kind: state left behind
# where: load
# status: passed
import io
import sys


class Stream(io.StringIO):
    def flush(self):
        raise SystemExit(0)


sys.stdout, sys.stderr = Stream(), None
sys.__stdout__ = sys.__stderr__ = sys.stdin = None
