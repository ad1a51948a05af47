# Runs a program of this repository as a user without rights: sh as-nobody.sh ROOM REPOSITORY PROGRAM [ARGUMENT…], as
# root, in a mount namespace of its own, so that the machine stays as it is. ROOM is an empty folder. PROGRAM and the
# arguments name files of the repository by ROOM/porthole, because the user may be kept from the way to REPOSITORY.
set -eu
room=$1 repository=$2
shift 2
mount -t tmpfs -o mode=755 tmpfs "$room"
mkdir "$room/porthole"
mount --bind "$repository" "$room/porthole"
# Some sandboxes keep /dev/null for root.
mknod -m 666 "$room/null" c 1 3
mount --bind "$room/null" /dev/null
cd "$room/porthole"
exec setpriv --reuid=65534 --regid=65534 --clear-groups --inh-caps=-all --bounding-set=-all "$@"
