"""Places as users write them: a path, or a URI of a file or of an object store.

Credentials are never part of an address. A URI that may hold some is refused, and not repeated.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from urllib.parse import parse_qsl, unquote, urlencode, urlsplit

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
# Variables that name a server other than the usual one; the first one that is set counts.
ENDPOINTS = {
    "s3": ("AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL", "AWS_ENDPOINT"),
    "gs": ("GOOGLE_BASE_URL",),
    "az": ("AZURE_STORAGE_ENDPOINT", "AZURE_ENDPOINT"),
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

    `settings` are those of the URI, sorted: ``endpoint``, ``region``, ``account``.
    """

    scheme: str
    bucket: str
    folder: str = ""
    settings: tuple[tuple[str, str], ...] = ()

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
        settings = dict(self.settings)
        if endpoint := settings.pop("endpoint", None):
            protocol, _, host = endpoint.partition("://")
            settings["endpoint_override"] = host
            if protocol != "https":
                settings["scheme"] = protocol
        query = urlencode(sorted(settings.items()), safe=":/")
        return f"{self.uri}?{query}" if query else self.uri

    def key(self, name: str) -> str:
        """Return what the store calls a file of the folder, or, of an empty name, the folder."""
        return "/".join(part for part in (self.folder, name) if part)

    @property
    def name(self) -> str:
        """The last part of the folder, which may be a file: ``counts.parquet``."""
        return self.folder.rpartition("/")[2]

    @property
    def parent(self) -> Address:
        """The parent folder."""
        return replace(self, folder=self.folder.rpartition("/")[0])

    def endpoint(self, environment: Mapping[str, str]) -> str | None:
        """Return the URL of the server, None if it is the usual one."""
        named = [environment.get(variable) for variable in ENDPOINTS[self.scheme]]
        return dict(self.settings).get("endpoint") or next(filter(None, named), None)


def parsed(root: str | os.PathLike[str]) -> Address | Path:
    """Return where a root lies: in an object store, or, as an absolute path, on a disk.

    A URI that may hold credentials is refused by a StorageError, as is what names no place.
    """
    text = os.fspath(root)
    if not text.strip():
        raise StorageError("The name of the folder is empty: name one, such as ./polyominoes.")
    _refuse_almost_uri(text)
    scheme, separator, rest = text.partition("://")
    if separator and scheme in SETTINGS:
        return _in_a_store(scheme, rest)
    if "\0" in text or text != text.encode(errors="replace").decode():
        raise StorageError(
            f"{quoted(text, LONGEST_PATH)} is not a valid name of a folder: use printable "
            "characters."
        )
    if not separator:
        path = Path(text)
        try:  # pathlib takes ./~ for ~
            return (path.expanduser() if text.startswith("~") else path).absolute()
        except RuntimeError as error:  # there is no such user
            raise StorageError(f"{quoted(text, LONGEST_PATH)} cannot be opened: {error}") from error
    if scheme == "file":
        return _file(text)
    raise StorageError(
        f"Unknown scheme {quoted(f'{scheme}://')}: write a path, or a URI that begins with "
        "file://, s3://, gs:// or az://."
    )


def _refuse_almost_uri(text: str) -> None:
    """Raise a StorageError, which does not repeat it, if a path looks like a mistyped URI."""
    if _ALMOST_URI.match(text):
        raise StorageError(
            "A URI has a colon and two slashes: write s3://bucket/folder, gs://bucket/folder, "
            "az://container/folder or file:///folder; or ./ before the name of a folder."
        )


def _file(uri: str) -> Path:
    """The path of a ``file://`` URI."""
    at = urlsplit(uri)
    if at.netloc not in ("", "localhost") or not at.path:
        raise StorageError(
            f"{quoted(uri, LONGEST_PATH)} is not a local file: write file:///folder, or a path."
        )
    return Path(unquote(at.path)).absolute()


def _in_a_store(scheme: str, rest: str) -> Address:
    location, _, query = rest.partition("?")
    bucket, _, folder = location.partition("/")
    settings = _settings(scheme, query)
    if "@" in bucket or ":" in bucket:
        raise _refused(scheme)
    if not _BUCKET.fullmatch(bucket):
        raise StorageError(
            f"{quoted(f'{scheme}://{bucket}')} has no bucket: write {scheme}://bucket/folder."
        )
    parts = folder.strip("/").split("/") if folder.strip("/") else []
    if not all(part.isprintable() and part not in ("", ".", "..") for part in parts):
        raise StorageError(
            f"{quoted(f'{scheme}://{location}', LONGEST_PATH)} is not a valid name of a folder: "
            "use printable characters, and neither // nor .. in the path."
        )
    return Address(scheme, bucket, "/".join(parts), tuple(sorted(settings.items())))


def _settings(scheme: str, query: str) -> dict[str, str]:
    """The settings of a URI, by our names for them."""
    found = dict(parse_qsl(query, keep_blank_values=True))
    if not found.keys() <= SETTINGS[scheme]:
        raise StorageError(
            f"A URI of {scheme}:// takes no settings but {', '.join(sorted(SETTINGS[scheme]))}: "
            f"give credentials by {CREDENTIALS[scheme]}."
        )
    protocol = found.pop("scheme", "https")
    if endpoint := found.pop("endpoint_override", ""):
        url = endpoint if "://" in endpoint else f"{protocol}://{endpoint}"
        if "@" in url:
            raise _refused(scheme)
        at = urlsplit(url)
        if at.scheme not in ("http", "https") or not at.netloc or at.query:
            raise StorageError(
                f"{quoted(endpoint)} is not the address of a server: write "
                "endpoint_override=HOST:PORT, and scheme=http or scheme=https."
            )
        found["endpoint"] = url.rstrip("/")
    return found


def _refused(scheme: str) -> StorageError:
    """Return the error for a URI that may hold credentials, which it does not repeat."""
    return StorageError(
        f"A URI of {scheme}:// may hold neither credentials nor a port: set {CREDENTIALS[scheme]} "
        f"(and {ENDPOINTS[scheme][0]}), and write {scheme}://bucket/folder."
    )
