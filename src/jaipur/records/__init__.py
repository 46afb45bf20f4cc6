"""Match records: a text that people can read and edit, the same as JSON, and their replay."""

from ..errors import NotationError, RecordError
from .json_form import load_record_json, record_from_json, record_to_json
from .model import CommittedNonce, Places, Proof, Record, RoundRecord, StatedResult, record_of
from .replay import Replayed, replay, replayed
from .text import read_record
from .verify import Chooser, DealsDiffer, chooser_of, verify
from .writing import write_record


def load_record(text: str) -> Record:
    """Read a record as text or as JSON, which begins with a brace."""
    return load_record_json(text) if text.lstrip().startswith("{") else read_record(text)


__all__ = [
    "Chooser",
    "CommittedNonce",
    "DealsDiffer",
    "NotationError",
    "Places",
    "Proof",
    "Record",
    "RecordError",
    "Replayed",
    "RoundRecord",
    "StatedResult",
    "chooser_of",
    "load_record",
    "load_record_json",
    "read_record",
    "record_from_json",
    "record_of",
    "record_to_json",
    "replay",
    "replayed",
    "verify",
    "write_record",
]
