"""The network's numbers in a file."""
from __future__ import annotations
from pathlib import Path
import numpy as np
from .network import Network
def save_network(path: Path, network: Network) -> None:
    """Write a network."""
    np.savez(path, **{name: some.astype(np.float16 if some.ndim == 2 else np.float32) for name, some in network._asdict().items()})
def load_network(path: Path) -> Network:
    with np.load(path, allow_pickle=False) as f:
        return Network(*(np.ascontiguousarray(f[n].astype(np.float32)) for n in Network._fields))
