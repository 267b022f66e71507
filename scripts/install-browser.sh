#!/usr/bin/env bash
# The browser of tests/browser: Debian's chromium. Does nothing where it is there already.
set -euo pipefail

if command -v chromium > /dev/null; then
    exit 0
fi
if ! command -v apt-get > /dev/null; then
    echo "There is no chromium and no apt-get here: install chromium; until then its tests are skipped." >&2
    exit 0
fi
if [ "$(id -u)" -ne 0 ]; then
    echo "There is no chromium. Install it with: sudo apt-get install chromium; until then its tests are skipped." >&2
    exit 0
fi
apt-get update -qq
DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium > /dev/null
