#!/bin/bash
# enter.sh CMD...   runs CMD in its own network namespace: public-looking and private addresses on its loopback, one
# address of each family (93.184.217.1, 2606:2800:220:2::1) that drops every packet, and no route out. Everything
# ends with CMD. Needs root. Exits with 97 if the network has a route out.
set -e
if [ "$1" != --inside ]; then
  exec unshare --net --mount --pid --fork --kill-child --mount-proc bash "$0" --inside "$@"
fi
shift
# Checked first, so that nothing has changed if there is a route out.
if { ip -4 route show table all; ip -6 route show table all; } | grep -E '^default|via' >&2 ||
  ip route get 1.1.1.1 >&2 2>/dev/null || ip route get 2606:4700:4700::1111 >&2 2>/dev/null; then
  echo "this network has a way out" >&2
  exit 97
fi
ip link set lo up
for address in 93.184.216.34/32 93.184.216.35/32 93.184.216.36/32 93.184.216.37/32 93.184.216.38/32 \
  93.184.216.39/32 93.184.216.40/32 93.184.216.41/32 64:ff9b::5db8:d822/128 2606:2800:220:1::37/128 \
  10.9.0.5/32 169.254.169.254/32 2606:2800:220:1:248:1893:25c8:1946/128 fd00:9::5/128; do
  ip address add "$address" dev lo
done
ip link add lost type veth peer name nowhere
ip link set lost up
ip link set nowhere up
ip route add 93.184.217.1/32 dev lost
ip neighbour add 93.184.217.1 lladdr 02:00:00:00:00:01 dev lost
ip route add 2606:2800:220:2::1/128 dev lost
ip neighbour add 2606:2800:220:2::1 lladdr 02:00:00:00:00:01 dev lost
resolv=$(mktemp)
printf 'nameserver 127.0.0.53\noptions timeout:1 attempts:1\n' > "$resolv"
mount --bind "$resolv" /etc/resolv.conf
"$@"
