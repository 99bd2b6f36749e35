"""A real nginx in front of several servers, for tests; `make nginx` installs it."""

import shutil
import subprocess
import time
from pathlib import Path

from tests.server.ports import free_port
from tests.server.server_process import Server

NOT_HERE = "nginx is not installed, and servers are tested behind it: run `make nginx` as root or with sudo."
CONFIGURATION = """
daemon off;
worker_processes 1;
pid {folder}/nginx.pid;
error_log {folder}/error.log;
events {{ worker_connections 512; }}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    map $http_upgrade $connection_upgrade {{ default upgrade; '' ''; }}
    upstream ferrovia {{
        {servers}
    }}
    server {{
        listen 127.0.0.1:{port};
        location / {{
            proxy_pass http://ferrovia;
            proxy_http_version 1.1;
            proxy_set_header Host $http_host;
            proxy_set_header X-Forwarded-For $remote_addr;
            proxy_set_header X-Forwarded-Proto $scheme;
            proxy_set_header Upgrade $http_upgrade;
            proxy_set_header Connection $connection_upgrade;
            proxy_buffering off;
            proxy_connect_timeout 1s;
        }}
    }}
}}
"""


class Proxy(Server):
    """nginx, as a client sees it: an address that the servers behind it take turns to answer."""

    def __init__(self, folder: Path, servers: list[Server]) -> None:
        super().__init__("", folder / "error.log")
        self.folder, self.servers = folder, servers

    def start(self, wait: bool = True) -> "Proxy":
        """Run it as this user, with its files in a folder."""
        program = shutil.which("nginx", path="/usr/sbin:/usr/local/sbin:/usr/bin:/usr/local/bin")
        assert program, NOT_HERE
        lines = "\n        ".join(f"server 127.0.0.1:{server.port} max_fails=0;" for server in self.servers)
        written = self.folder / "nginx.conf"
        self.port = free_port()
        written.write_text(CONFIGURATION.format(folder=self.folder, servers=lines, port=self.port))
        command = [program, "-c", str(written), "-p", str(self.folder)]
        self.process = subprocess.Popen(command, start_new_session=True, stderr=subprocess.DEVNULL)
        end = time.monotonic() + 20
        while wait and time.monotonic() < end:
            try:
                if self.call("GET", "/readyz")[0] == 200:
                    return self
            except OSError:
                time.sleep(0.05)
        return self
