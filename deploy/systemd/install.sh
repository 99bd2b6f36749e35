#!/bin/sh
# Installs the table server of this clone as a service, or upgrades it:
#   sudo sh deploy/systemd/install.sh
# The program goes to /opt/ferrovia, its configuration to /etc/ferrovia (an existing one is kept), tables to
# /var/lib/ferrovia. A backup is made every night.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
source=$(cd "$here/../.." && pwd)

id ferrovia > /dev/null 2>&1 || useradd --system --user-group --home-dir /var/lib/ferrovia --shell /usr/sbin/nologin ferrovia
[ -x /opt/ferrovia/bin/python ] || python3 -m venv /opt/ferrovia
/opt/ferrovia/bin/pip install --quiet --upgrade --constraint "$source/requirements/constraints.txt" "$source[web,postgres,accounts]"

install -d -m 755 /etc/ferrovia
[ -f /etc/ferrovia/ferrovia.toml ] || install -g ferrovia -m 640 "$source/deploy/ferrovia.toml" /etc/ferrovia/ferrovia.toml
for unit in ferrovia.service ferrovia-backup.service ferrovia-backup.timer; do
    install -m 644 "$here/$unit" "/etc/systemd/system/$unit"
done
systemctl daemon-reload
systemctl enable ferrovia.service ferrovia-backup.timer
systemctl restart ferrovia.service ferrovia-backup.timer
echo "Ferrovia is running. Its settings: /etc/ferrovia/ferrovia.toml; its log: journalctl -u ferrovia"
