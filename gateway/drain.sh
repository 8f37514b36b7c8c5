#!/bin/bash
# Takes the gateway out of service without cutting anybody: drain SECONDS. Readiness fails at once, clients on kept
# connections are told to go elsewhere, and after the time nothing should be left. Envoy's door is on loopback only.
set -eu

ask() {
  exec 3<>/dev/tcp/127.0.0.1/9901
  printf 'POST %s HTTP/1.1\r\nhost: localhost\r\ncontent-length: 0\r\nconnection: close\r\n\r\n' "$1" >&3
  local status
  read -r status <&3
  exec 3<&-
  case $status in
  *" 200 "*) ;;
  *)
    echo "Envoy answered $1 with $status" >&2
    exit 1
    ;;
  esac
}

ask /healthcheck/fail
ask '/drain_listeners?graceful&skip_exit'
# There is no `sleep` in the image; reading from a pipe nobody writes to takes as long.
exec 4<> <(:)
read -r -t "$1" _ <&4 || true
