"""One file per step of the walk: `(run, ports) -> the part that the step owns`."""
