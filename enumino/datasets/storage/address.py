"""Places as users write them: a path, or a URI of a file or of an object store.

Credentials are never part of an address. A URI that may hold some is refused, and not repeated.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, replace
from pathlib import Path
from urllib.parse import parse_qsl, unquote, urlsplit

from enumino.errors import StorageError
from enumino.words import LONGEST_PATH, quoted

# Settings that may follow a question mark, by the beginning of the URI of an object store.
SETTINGS = {
    "s3": {"endpoint_override", "region", "scheme"},
    "gs": {"endpoint_override", "scheme"},
    "az": {"account", "endpoint_override", "scheme"},
}
# Variables that credentials come from.
CREDENTIALS = {
    "s3": "AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY",
    "gs": "GOOGLE_APPLICATION_CREDENTIALS",
    "az": "AZURE_STORAGE_ACCOUNT_NAME and AZURE_STORAGE_ACCOUNT_KEY",
}

# A URI without its two slashes, or its colon: taken as a path, it would show the keys it may hold.
_ALMOST_URI = re.compile(
    r"\s*(?:s3a?|gc?s|az(?:ure)?|abfss?|wasbs?|https?|file)(?::(?!//)|[/\\]{2})"
    r"|\s*[a-z][a-z0-9+.-]+:(?!//)[/\\].*@",
    re.IGNORECASE | re.DOTALL,
)
_BUCKET = re.compile(r"[A-Za-z0-9$][A-Za-z0-9._-]{0,254}")


@dataclass(frozen=True)
class Address:
    """A folder in an object store, or the whole of a bucket if `folder` is empty.

    `query` has the settings, as in the URI.
    """

    scheme: str
    bucket: str
    folder: str = ""
    query: str = ""

    @property
    def place(self) -> str:
        """The bucket, as messages name it."""
        return f"{self.scheme}://{self.bucket}"

    @property
    def uri(self) -> str:
        """The folder without settings."""
        return f"{self.place}/{self.folder}" if self.folder else self.place

    @property
    def root(self) -> str:
        """All of it as a URI that `parsed` reads as the same."""
        return f"{self.uri}?{self.query}" if self.query else self.uri

    @property
    def name(self) -> str:
        """The last part of the folder, which may be a file: ``counts.parquet``."""
        return self.folder.rpartition("/")[2]

    @property
    def parent(self) -> Address:
        """The parent folder."""
        return replace(self, folder=self.folder.rpartition("/")[0])

    def settings(self) -> dict[str, str]:
        """Return ``endpoint``, the URL of a server, ``region`` and ``account``, if they are set."""
        found = dict(parse_qsl(self.query, keep_blank_values=True))
        if not found.keys() <= SETTINGS[self.scheme]:
            raise StorageError(
                f"A URI of {self.scheme}:// takes no settings but "
                f"{', '.join(sorted(SETTINGS[self.scheme]))}: give credentials by "
                f"{CREDENTIALS[self.scheme]}."
            )
        protocol = found.pop("scheme", "https")
        if endpoint := found.pop("endpoint_override", ""):
            url = endpoint if "://" in endpoint else f"{protocol}://{endpoint}"
            if not re.fullmatch(r"https?://[^/?@\s]+/?", url):
                raise StorageError(
                    "A server of an object store is set by endpoint_override=HOST:PORT, and "
                    f"scheme=http or scheme=https; credentials by {CREDENTIALS[self.scheme]}."
                )
            found["endpoint"] = url.rstrip("/")
        return found


def parsed(root: str | os.PathLike[str]) -> Address | Path:
    """Return where a root lies: in an object store, or, as an absolute path, on a disk.

    A URI that may hold credentials is refused by a StorageError, as is what names no place.
    """
    text = os.fspath(root)
    if not text.strip():
        raise StorageError("The name of the folder is empty: name one, such as ./polyominoes.")
    if _ALMOST_URI.match(text):
        raise StorageError(
            "A URI has a colon and two slashes: write s3://bucket/folder, gs://bucket/folder, "
            "az://container/folder or file:///folder; or ./ before the name of a folder."
        )
    scheme, separator, rest = text.partition("://")
    if separator and scheme in SETTINGS:
        return _in_a_store(scheme, rest)
    if "\0" in text or text != text.encode(errors="replace").decode():
        raise StorageError(
            f"{quoted(text, LONGEST_PATH)} is not a valid name of a folder: use printable "
            "characters."
        )
    if not separator:
        # pathlib takes ./~ for ~.
        return Path(os.path.expanduser(text)).absolute()  # noqa: PTH111
    if scheme != "file":
        raise StorageError(
            f"Unknown scheme {quoted(f'{scheme}://')}: write a path, or a URI that begins with "
            "file://, s3://, gs:// or az://."
        )
    at = urlsplit(text)
    if at.netloc not in ("", "localhost") or not at.path:
        raise StorageError(
            f"{quoted(text, LONGEST_PATH)} is not a local file: write file:///folder, or a path."
        )
    return Path(unquote(at.path)).absolute()


def _in_a_store(scheme: str, rest: str) -> Address:
    location, _, query = rest.partition("?")
    bucket, _, folder = location.partition("/")
    address = Address(scheme, bucket, folder.strip("/"), query)
    address.settings()
    if not _BUCKET.fullmatch(bucket):
        raise StorageError(
            f"A URI of {scheme}:// names a bucket, without credentials and port: set "
            f"{CREDENTIALS[scheme]}, and write {scheme}://bucket/folder."
        )
    parts = address.folder.split("/") if address.folder else []
    if not all(part.isprintable() and part not in ("", ".", "..") for part in parts):
        raise StorageError(
            f"{quoted(f'{scheme}://{location}', LONGEST_PATH)} is not a valid name of a folder: "
            "use printable characters, and neither // nor .. in the path."
        )
    return address
