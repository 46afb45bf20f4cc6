"""Pages. They need no script and set no cookie."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse, Response

from ..texts import texts
from .failures import language_of

router = APIRouter(include_in_schema=False)


@router.api_route("/", methods=["GET", "HEAD"])
@router.api_route("/t/{table}", methods=["GET", "HEAD"])
@router.api_route("/move", methods=["GET", "HEAD"])
async def home(request: Request) -> Response:
    """What this is and how to use it; a link preview that comes here takes nothing."""
    _ = texts(language_of(request.scope["headers"]))
    lines = [
        _("This is a Jaipur server. It is running."),
        _("Programs play here; the interface is described in /api/openapi.json."),
    ]
    body = "".join(f"<p>{line}</p>" for line in lines)
    return HTMLResponse(
        f'<!doctype html><html lang="{_.language}"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width"><title>Jaipur</title></head>'
        f"<body><main><h1>Jaipur</h1>{body}</main></body></html>"
    )
