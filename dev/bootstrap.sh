#!/bin/sh
# Runs one of our TypeScript programs on the pinned Node: bootstrap.sh PROGRAM.ts [ARGUMENTS]
# On a fresh machine, and after a change of package-lock.json, it checks what is needed and runs npm ci first; after a
# change of protos/ it generates the code again.
set -eu

root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)

fail() {
  echo "$1" >&2
  exit 1
}

# npm writes this file last, so a cut-off installation never looks like a whole one.
installed() {
  [ "$root/node_modules/.package-lock.json" -nt "$root/package-lock.json" ] && [ -x "$root/node_modules/.bin/node" ]
}

check_prerequisites() {
  case "$(uname -s) $(uname -m)" in
  "Linux x86_64" | "Linux aarch64") ;;
  *) fail "The local fleet runs on Linux x64 and arm64, not on $(uname -s) $(uname -m)." ;;
  esac
  command -v node >/dev/null || fail "Node.js is missing: install version 20 or later (https://nodejs.org), then run the command again."
  [ "$(node -p 'process.versions.node.split(".")[0]')" -ge 20 ] ||
    fail "Node.js $(node -v) is too old: install version 20 or later, then run the command again."
  command -v npm >/dev/null || fail "npm is missing: install it with Node.js (apt install npm), then run the command again."
  python3 -m pip --version >/dev/null 2>&1 ||
    fail "Python 3 with pip is missing: install it (apt install python3 python3-pip), then run the command again."
}

install_packages() {
  check_prerequisites
  mkdir -p "$root/.cache"
  # Two commands at once: the second one waits and finds the work done.
  exec 9>"$root/.cache/install.lock"
  if command -v flock >/dev/null; then flock 9; fi
  installed && return
  echo "Installing the locked npm packages (once, about half a minute) ..." >&2
  (cd "$root" && npm ci --no-audit --no-fund --no-update-notifier --loglevel=error) >&2 ||
    fail "npm ci failed (see above): check the network or your npm registry setting, then run the command again."
  exec 9>&-
}

installed || install_packages

# Node's fetch uses a proxy only if told to; our own probes must not go through it.
if [ -n "${HTTPS_PROXY:-${https_proxy:-}}" ]; then
  export NODE_USE_ENV_PROXY=1 NO_PROXY="${NO_PROXY:+$NO_PROXY,}127.0.0.1"
fi

# Code that Node has compiled once is read by every later process: half of a short one's time.
export NODE_COMPILE_CACHE="${NODE_COMPILE_CACHE:-$root/.cache/compile}"

program=$1
shift
exec "$root/node_modules/.bin/node" --import "$root/dev/src/ensure-generated.ts" "$root/$program" "$@"
