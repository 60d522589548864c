#!/bin/bash
# Boots systemd on a copy-on-write copy of this machine's disk, with processes and mounts of its own, and without the
# services of this machine. /srv/kikoa is the given project there. Run it as root:
# unshare --mount --pid --fork --uts --ipc --cgroup machine.sh FOLDER PROJECT
set -eu
folder=$1
project=$2
mount --make-rprivate /
mount -t tmpfs tmpfs "$folder"
mkdir "$folder/upper" "$folder/work" "$folder/root"
mount -t overlay overlay -o "lowerdir=/,upperdir=$folder/upper,workdir=$folder/work" "$folder/root"
cd "$folder/root"

rm -rf etc/systemd/system/*.wants etc/systemd/system/default.target usr/sbin/policy-rc.d
for unit in systemd-udevd systemd-udev-trigger systemd-sysctl systemd-modules-load systemd-remount-fs \
  systemd-random-seed systemd-hwdb-update systemd-tmpfiles-setup-dev kmod-static-nodes systemd-firstboot; do
  ln -sf /dev/null "etc/systemd/system/$unit.service"
done
for unit in systemd-udevd-kernel.socket systemd-udevd-control.socket getty.target dev-hugepages.mount dev-mqueue.mount \
  sys-kernel-debug.mount sys-kernel-tracing.mount sys-kernel-config.mount sys-fs-fuse-connections.mount; do
  ln -sf /dev/null "etc/systemd/system/$unit"
done
: > etc/fstab
echo machine > etc/hostname
echo '127.0.0.1 localhost machine shop.example.com mail.example.com' > etc/hosts

mount -t proc proc proc
mount -t sysfs sysfs sys
mount -t tmpfs tmpfs sys/fs/cgroup
mkdir sys/fs/cgroup/systemd sys/fs/cgroup/unified
mount -t cgroup -o none,name=systemd cgroup sys/fs/cgroup/systemd
mount -t cgroup2 cgroup2 sys/fs/cgroup/unified
mount -t tmpfs tmpfs run
mount -t tmpfs tmpfs tmp
mkdir -p srv/kikoa
mount --bind "$project" srv/kikoa
mount -o remount,bind,ro srv/kikoa
mount -t tmpfs tmpfs dev
for device in null zero full random urandom tty; do
  touch "dev/$device"
  mount --bind "/dev/$device" "dev/$device"
done
mkdir dev/pts dev/shm
mount -t devpts -o newinstance,ptmxmode=0666 devpts dev/pts
ln -s pts/ptmx dev/ptmx
ln -s /proc/self/fd dev/fd
mount -t tmpfs tmpfs dev/shm

mkdir old
pivot_root . old
umount -l old
export container=kikoa
exec /lib/systemd/systemd --log-target=journal --show-status=no --unit=basic.target
