"""Failures of an object store as sentences: what could not be done, why, and the way out.

Messages of clients and servers are not repeated: they hold addresses that are signed, and keys.
"""

from __future__ import annotations

from enumino.datasets.storage.address import CREDENTIALS, ENDPOINTS, Address
from enumino.datasets.storage.answers import Refusal
from enumino.datasets.storage.client import METADATA, TIMEOUT_VARIABLE, no_credentials
from enumino.errors import KEPT, StorageError

EXPIRED = {"ExpiredToken", "ExpiredTokenException", "TokenRefreshRequired", "RequestExpired"}
UNKNOWN = {
    "InvalidAccessKeyId", "SignatureDoesNotMatch", "InvalidToken", "InvalidClientTokenId",
    "AuthenticationFailed", "InvalidAuthenticationInfo",
}  # fmt: skip
ELSEWHERE = {"PermanentRedirect", "AuthorizationHeaderMalformed", "IllegalLocationConstraint"}
SKEWED = {"RequestTimeTooSkewed"}
FULL = {"QuotaExceeded", "XMinioStorageFull", "StorageQuotaExceeded", "InsufficientCapacity"}


def object_failure(what: str, address: Address, error: Exception, limit: float) -> StorageError:
    """Return what to raise if a store refuses to do something: ``read s3://bucket/plan.json``.

    Parameters
    ----------
    what : str
    address : Address
    error : Exception
        What the client has raised.
    limit : float
        Seconds that it was allowed.
    """
    said, place = Refusal.of(error), address.place
    again = f"and run the same command again; {KEPT}"
    if METADATA[0] in said.text:
        return no_credentials(address)
    if said.no_bucket:
        return StorageError(f"There is no bucket {place}: make it, {again}.")
    if said.code in EXPIRED:
        return StorageError(
            f"The credentials for {place} have expired: renew {CREDENTIALS[address.scheme]}, "
            f"{again}."
        )
    if said.code in UNKNOWN or said.status == 401:
        return StorageError(
            f"The credentials for {place} are not valid there: set "
            f"{CREDENTIALS[address.scheme]}, {again}."
        )
    if said.code in ELSEWHERE or "incorrectly configured region" in said.text:
        return StorageError(f"{place} lies in another region: set AWS_REGION to it, {again}.")
    if said.code in SKEWED:
        return StorageError(
            f"The clock of this machine is not that of {place}: set it right, {again}."
        )
    if said.code in FULL or said.status == 507:
        return StorageError(f"No space is left in {place} to {what}: free some, {again}.")
    if said.status == 403:
        return StorageError(
            f"Cannot {what}: access is denied; let the credentials for {place} list, read, write "
            f"and delete there, {again}."
        )
    if said.status == 404:
        return StorageError(f"Cannot {what}: there is no such file.")
    if said.unsupported:
        return StorageError(f"Cannot {what}: {place} does not know how; choose another store.")
    if said.status is not None:
        answer = f"{said.status} {said.code}".strip()
        return StorageError(
            f"Cannot {what}: {place} answers {answer}; wait a moment {again}.", said.transient
        )
    return StorageError(f"Cannot {what}: {_silence(said.text, address, limit)}, {again}.", True)


def _silence(text: str, address: Address, limit: float) -> str:
    """Why there was no answer, and the way out."""
    if "kind: Connect," in text:
        where = ENDPOINTS[address.scheme][0]
        return f"{address.place} cannot be reached; check the network and {where}"
    if "kind: Timeout" in text:
        return (
            f"{address.place} has not answered within {limit:g} s; wait a moment, or set "
            f"{TIMEOUT_VARIABLE} to more seconds"
        )
    return f"the connection to {address.place} broke off; wait a moment"
