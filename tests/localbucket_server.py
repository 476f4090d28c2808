"""localbucket, with the one request that it lacks and clients send: DeleteObjects.

It takes pieces of any size, where S3 itself wants 5 MB.
"""

from __future__ import annotations

import logging
import sys
from http.server import ThreadingHTTPServer
from pathlib import Path
from xml.etree import ElementTree

import localbucket


class Handler(localbucket.S3Handler):
    wbufsize = 1 << 16  # answers in one piece: the second one would wait for the client's word
    disable_nagle_algorithm = True

    def _post_request(self, bucket: str, key: str) -> None:
        if key or "delete" not in self.query:
            super()._post_request(bucket, key)
            return
        answer = ElementTree.Element("DeleteResult", xmlns=localbucket.S3_NAMESPACE)
        for each in ElementTree.fromstring(self._read_body()).iterfind("{*}Object/{*}Key"):
            self._object_path(bucket, each.text or "").unlink(missing_ok=True)
            deleted = ElementTree.SubElement(answer, "Deleted")
            ElementTree.SubElement(deleted, "Key").text = each.text
        self._send_xml(answer)


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 256


if __name__ == "__main__":
    folder, port = sys.argv[1:]
    logging.disable()
    localbucket.MIN_PART_SIZE = 0
    Handler.data_root = Path(folder).resolve()
    Handler.data_root.mkdir(parents=True, exist_ok=True)
    Server(("127.0.0.1", int(port)), Handler).serve_forever()
