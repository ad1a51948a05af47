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
{
  echo link set lo up
  for address in 93.184.216.{34..41}/32 10.9.0.5/32 169.254.169.254/32 64:ff9b::5db8:d822/128 \
    2606:2800:220:1::37/128 2606:2800:220:1:248:1893:25c8:1946/128 fd00:9::5/128; do
    echo address add "$address" dev lo
  done
  echo link add lost type veth peer name nowhere
  echo link set lost up
  echo link set nowhere up
  for address in 93.184.217.1 2606:2800:220:2::1; do
    echo route add "$address" dev lost
    echo neighbour add "$address" lladdr 02:00:00:00:00:01 dev lost
  done
} | ip -batch -
# Shared memory of its own, which squid needs. It holds the temporary files, too, so that none stays on the machine.
mount -t tmpfs none /dev/shm
export TMPDIR=/dev/shm
printf 'nameserver 127.0.0.53\noptions timeout:10 attempts:1\n' > /dev/shm/resolv.conf
mount --bind /dev/shm/resolv.conf /etc/resolv.conf
"$@"
