#!/bin/bash
# A Redis server for trying out and for tests: REDIS_PASSWORD; what it holds is in memory.
set -eu
# The password in standard input, not among arguments, which all may read.
exec redis-server - < <(printf 'bind 0.0.0.0\nport 6379\ndir /tmp\nrequirepass %s\nsave ""\nmaxmemory 128mb\n' "$REDIS_PASSWORD")
