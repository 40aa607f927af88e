"""The failure of a step."""


class Failure(Exception):
    """A kind of failure in a few words, such as *http 404*, and a text that names the request and the response."""

    def __init__(self, kind: str, text: str) -> None:
        super().__init__(f"{kind}: {text}")
        self.kind, self.text = kind, text
