"""What is told about a source that nobody should build by."""


class Trouble(Exception):
    """A file, the key in it that is wrong, and why."""

    def __init__(self, file: str, key: str, reason: str):
        super().__init__(f"{file}: {key}: {reason}" if key else f"{file}: {reason}")
