"""Why a step of a life is impossible."""


class Failure(Exception):
    """A class of reasons in a few words, such as *http 404*, and a text that names the request and the answer."""

    def __init__(self, kind: str, text: str) -> None:
        super().__init__(f"{kind}: {text}")
        self.kind, self.text = kind, text
