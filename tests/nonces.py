"""The nonces of tests: what the creator of a table is committed to, and reveals later."""

from __future__ import annotations

from typing import Final

from jaipur.deals import nonce_commitment

NONCE: Final = "5eed"
COMMITTED: Final = nonce_commitment(bytes.fromhex(NONCE))
INVITATION: Final = {"kind": "invitation", "nonce_commitment": COMMITTED}
"""The opponent that somebody wants who invites a friend."""
