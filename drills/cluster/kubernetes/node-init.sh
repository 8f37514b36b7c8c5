#!/bin/bash
# First process of a throw-away node, in namespaces of its own (network, mounts, processes, host name): node-init.sh COMMAND…
# It gives them a network without any way out and an empty /run, and reaps what nobody waits for. When it ends, the kernel
# ends every process, interface and mount that was made below it.
set -eu
mount --make-rprivate /
mount -t tmpfs -o mode=755 tmpfs /run
mkdir /run/netns /run/lock
# Mounts of containers are visible to the kubelet, and the reverse.
mount --make-rshared /
hostname node
ip link set lo up
# Up as long as its other end is.
ip link add node0 type veth peer name node0-far
ip link set node0-far up
ip link set node0 up
ip address add "$NODE_ADDRESS/24" dev node0
# An address of the internet, for those that may call it.
ip address add "$INTERNET_ADDRESS/32" dev node0
ip route add default dev node0
echo 1 >/proc/sys/net/ipv4/ip_forward
# Ctrl-C goes to all of the terminal; the command cleans up and ends.
trap : INT TERM
"$@" &
command=$!
while kill -0 "$command" 2>/dev/null; do wait "$command" && status=0 || status=$?; done
exit "$status"
