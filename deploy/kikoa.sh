#!/bin/sh
# Runs a command of Kikoa with the settings and the rights of the service, as root: kikoa doctor, kikoa backup FILE,
# kikoa restore FILE, kikoa admin create EMAIL. Install it as /usr/local/bin/kikoa.
set -eu
password=
case "${1-}" in
  admin) program=src/app/admin.ts password=${ADMIN_PASSWORD+--setenv=ADMIN_PASSWORD} && shift ;;
  doctor) program=src/app/doctor.ts && shift ;;
  backup | restore) program=src/app/backup.ts ;;
  *) echo 'Say kikoa doctor, kikoa backup, kikoa restore or kikoa admin.' >&2 && exit 1 ;;
esac
# The terminal, if there is one: passwords are asked there.
exec systemd-run --quiet --wait --collect --pty --pipe --uid=kikoa --gid=kikoa --working-directory=/opt/kikoa \
  --property=EnvironmentFile=/etc/kikoa/kikoa.env --property=StateDirectory=kikoa --property=UMask=0077 \
  --setenv=NODE_ENV=production --setenv=DATA_DIR=/var/lib/kikoa $password \
  /opt/kikoa/node_modules/.bin/node "$program" "$@"
