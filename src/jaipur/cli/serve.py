"""`jaipur serve`: runs the web server."""

from __future__ import annotations

import os
import re
import socket
import sys
import threading
import webbrowser
from pathlib import Path
from urllib.parse import urlsplit

import click

from ..active_kernel import use_compiled
from ..bots.ladder import LADDER
from ..bots.network_file import NetworkFileError, network_card
from ..extras import require
from ..texts import Texts
from .localized_click import LocalizedCommand
from .options import FilePath, Refused, WholeNumber, language_option
from .store import default_data_file

PORT = 8731
MOST_WORKERS = 64
ELSEWHERE = ("192.0.2.1", 9)
"""A reserved address, used to find out this machine's own address."""
HOST_NAME = re.compile(r"[a-z0-9]([a-z0-9_.-]{0,252}[a-z0-9])?|[0-9a-f:.]+", re.IGNORECASE)


@click.command(cls=LocalizedCommand)
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option(
    "--port",
    type=WholeNumber(0, 65_535),
    default=PORT,
    show_default=True,
    help="Port to listen on; 0 picks a free one.",
)
@click.option(
    "--data",
    type=FilePath(path_type=Path),
    help="File that stores the tables (default: in your data folder).",
)
@click.option("--public-url", help="Public address, if the server is behind a proxy.")
@click.option(
    "--workers",
    type=WholeNumber(1, MOST_WORKERS),
    default=1,
    show_default=True,
    help="Number of worker processes for the bots.",
)
@click.option(
    "--compiled",
    "is_compiled",
    is_flag=True,
    help="Compile the rules in the server too: slower to start, faster with many tables.",
)
@click.option("--log-requests", is_flag=True, help="Log every request to standard error.")
@click.option(
    "--open/--no-open",
    "opens",
    default=None,
    help="Open the page in a browser (default: if started at a terminal).",
)
@language_option
def serve(  # noqa: PLR0913  # one for each option
    *,
    host: str,
    port: int,
    data: Path | None,
    public_url: str | None,
    workers: int,
    log_requests: bool,
    is_compiled: bool,
    opens: bool | None,
    _: Texts,
) -> None:
    """Run a server for people and programs until Ctrl-C; docs/hosting.md explains hosting.

    Every action confirmed to a player is saved, even if the server crashes.
    """
    require("server", "jaipur serve")
    given = checked_url(public_url, _) if public_url is not None else None
    from ..store.sqlite import SqliteStore
    from ..web import logs
    from ..web.admin_server import AdminServer
    from ..web.app import ServerSettings, create_app
    from ..web.server import address_url, bind, connection_limit, run_server
    from ..web.share_links import is_loopback
    from ..web.trusted_hosts import allowed_hosts
    from ..workers.pool import Workers

    connection_limit()  # fail before announcing anything
    if is_compiled:
        use_compiled()
    with bind(host, port) as listening:
        url = given or reached_at(address_url(listening))
        store = SqliteStore(data or default_data_file())
        try:
            hosts = allowed_hosts(host, given)
            settings = ServerSettings(public_url=url, hosts=hosts, log_requests=log_requests)
            app = create_app(settings, store, Workers(workers))
            _announce(url, store.file, is_loopback(url), _)
            warn_of_bots(_)
            if opens or (opens is None and not given and sys.stdout.isatty()):
                _open(url)
            logs.configure()
            admin = AdminServer(app, store.file)
            run_server(app, [listening], on_stop=app.stop, alongside=admin)
        finally:
            store.close()
    click.echo(_("The server has stopped; the tables are saved."))


def checked_url(url: str, _: Texts) -> str:
    """The public address without a trailing slash; raises Refused if it is invalid."""
    try:
        parts = urlsplit(url.strip())
        name, port = parts.hostname or "", parts.port
    except ValueError:
        name, port = "", None
    is_whole = (
        HOST_NAME.fullmatch(name)
        and port != 0
        and parts.scheme in ("http", "https")
        and not (parts.username or parts.password or parts.query or parts.fragment)
    )
    if not is_whole:
        raise Refused(
            _(
                "The public URL {url!r} is not an address such as https://jaipur.example.org: http "
                "or https, a host, perhaps a port, and nothing else.",
                url=url,
            )
        )
    if parts.path.strip("/"):
        raise Refused(
            _(
                "The public URL {url!r} has a path; the server needs a host name of its own, such "
                "as https://jaipur.example.org.",
                url=url,
            )
        )
    return f"{parts.scheme}://{parts.netloc.lower()}"


def reached_at(url: str) -> str:
    """The address to open: this machine's own if the server listens on all addresses."""
    host = urlsplit(url).hostname or ""
    if host not in ("0.0.0.0", "::"):  # noqa: S104  # set with --host
        return url
    port = urlsplit(url).port
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect(ELSEWHERE)  # sends nothing
            return f"http://{asking.getsockname()[0]}:{port}"
        except OSError:  # offline
            return f"http://127.0.0.1:{port}"


def _announce(url: str, file: Path, only_here: bool, _: Texts) -> None:
    click.echo(_("Jaipur is running at {url} (press Ctrl-C to stop it)", url=url))
    click.echo(_("The tables are stored in {file}.", file=file))
    if only_here:
        click.echo(
            _(
                "Table links work on this machine only. To play with others, use --host "
                "0.0.0.0 in your own network, or --public-url behind a proxy."
            ),
            err=True,
        )


def warn_of_bots(_: Texts) -> None:
    """Warn about bots that cannot play; tables with them will be refused."""
    try:
        network_card()
    except NetworkFileError as error:
        bots = ", ".join(player.name for player in LADDER if player.engine.uses_network)
        why = _.error(error)
        click.echo(_("These bots cannot play: {bots}. {why}", bots=bots, why=why), err=True)


def _open(url: str) -> None:
    """Open the page; the server already listens, so the browser waits for it."""
    has_screen = sys.platform != "linux" or os.environ.get("DISPLAY", "") + os.environ.get(
        "WAYLAND_DISPLAY", ""
    )
    if has_screen:  # otherwise a text browser would take over this terminal
        threading.Thread(target=webbrowser.open, args=(url,), daemon=True).start()
