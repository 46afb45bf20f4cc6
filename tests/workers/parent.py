"""A server in small: `parent.py COMMAND…` starts a worker and waits until it is killed."""

import asyncio
import sys

from jaipur.workers.pool import Workers


async def serve() -> None:
    workers = Workers(command=sys.argv[1:])
    await workers.start()
    await asyncio.Event().wait()


asyncio.run(serve())
