"""What the error of a client says of an answer: its HTTP status, and the code of the store."""

from __future__ import annotations

import re
from dataclasses import dataclass

_STATUS = re.compile(r"status code: (\d{3})")
_CODE = re.compile(r"<Code>(\w{1,60})</Code>|\"code\": ?\"(\w{1,60})\"")
_TRIED_AGAIN = re.compile(r"after \d+ retries")

NO_BUCKET = {"NoSuchBucket", "ContainerNotFound", "InvalidBucketName"}
UNSUPPORTED = 501
CONFLICT = 409
PASSING = {408, CONFLICT, 425, 429}


@dataclass(frozen=True)
class Refusal:
    """An error of a client; without a status there was no whole answer."""

    status: int | None
    code: str
    text: str

    @classmethod
    def of(cls, error: BaseException) -> Refusal:
        """Read an error's message, which is not for people: it may hold keys."""
        text = str(error)
        status, code = _STATUS.search(text), _CODE.search(text)
        return cls(int(status[1]) if status else None, code[1] or code[2] if code else "", text)

    @property
    def no_bucket(self) -> bool:
        """Whether it is the bucket that is not there."""
        return self.code in NO_BUCKET or "bucket does not exist" in self.text

    @property
    def unsupported(self) -> bool:
        """Whether the server, or the client, lacks what was asked for."""
        return self.status == UNSUPPORTED or (
            self.status is None and "not supported" in self.text.lower()
        )

    @property
    def broke_off(self) -> bool:
        """Whether the connection broke, and the client has not asked again by itself."""
        return self.status is None and not _TRIED_AGAIN.search(self.text)

    @property
    def completed_before(self) -> bool:
        """Whether an upload is not there any more: it was completed, and the answer was lost."""
        return self.code == "NoSuchUpload"

    @property
    def transient(self) -> bool:
        """Whether another attempt may succeed."""
        if self.unsupported:
            return False
        return self.status is None or self.status in PASSING or self.status >= 500
