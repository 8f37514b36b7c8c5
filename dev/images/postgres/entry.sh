#!/bin/bash
# PostgreSQL for trying out and for tests: POSTGRES_PASSWORD of its superuser; what it holds is in /data.
set -eu
umask 077
export PATH=/opt/postgres/bin:/usr/bin:/bin
cluster=/data/cluster

if [ ! -e "$cluster/PG_VERSION" ]; then
  printf '%s' "$POSTGRES_PASSWORD" >/tmp/password
  # Sorted alike on every machine.
  initdb --pgdata "$cluster" --username postgres --pwfile /tmp/password --auth scram-sha-256 --encoding UTF8 \
    --locale C --locale-provider builtin --builtin-locale C.UTF-8 --no-instructions
  printf 'host all all all scram-sha-256\n' >>"$cluster/pg_hba.conf"
fi

exec postgres -D "$cluster" -c listen_addresses='*' -c unix_socket_directories=/tmp -c max_connections=400 \
  -c "extension_control_path=\$system:/opt/pgvector/share" -c "dynamic_library_path=\$libdir:/opt/pgvector/lib" \
  -c shared_preload_libraries=pg_stat_statements -c timezone=UTC -c jit=off "$@"
