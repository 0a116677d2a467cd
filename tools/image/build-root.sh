#!/bin/sh
# Builds the file system of the container image: node, the libraries it is linked with, and the package with what it depends on.
#   build-root.sh NODE TARBALL FOLDER [NPM_FLAG…]
set -eu
node="$1" tarball="$2" root="$3"
shift 3

mkdir -p "$root/bin" "$root/etc" "$root/opt/fakecluster" "$root/tmp" "$root/state"
cp "$node" "$root/bin/node"
# A line is `name => /path (address)`, or `/path (address)` of the loader.
ldd "$node" | sed -n 's|^[^/]*\(/[^ ]*\) (.*|\1|p' | while read -r library; do
  mkdir -p "$root$(dirname "$library")"
  cp -L "$library" "$root$library"
done

npm install --prefix "$root/opt/fakecluster" --omit=dev --ignore-scripts --no-package-lock --no-audit --no-fund "$@" "$tarball"

# The user of the image, with whose number a volume that is mounted is written.
echo 'fakecluster:x:65532:65532::/state:/sbin/nologin' >"$root/etc/passwd"
echo 'fakecluster:x:65532:' >"$root/etc/group"
chmod 1777 "$root/tmp"
chown 65532:65532 "$root/state"
