"""A service in another language, for the recipe of docs/bundles.md: its port is PORT, its key PETSTORE_API_KEY."""

import json
import os
import re
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import count
from urllib.parse import parse_qs, unquote, urlsplit

STATUSES = ("available", "pending", "sold")
PETS = {}
IDS = count(1)


class Pets(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def answer(self, status, body):
        data = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        if status == 401:
            self.send_header("WWW-Authenticate", "Bearer")
        self.end_headers()
        self.wfile.write(data)

    def fail(self, status, code):
        self.answer(status, {"code": code, "message": code.replace("-", " "), "status": status})

    def body(self):
        if self.headers.get("Transfer-Encoding", "").lower() != "chunked":
            return self.rfile.read(int(self.headers.get("Content-Length", 0)))
        data = b""
        while size := int(self.rfile.readline().split(b";")[0], 16):
            data += self.rfile.read(size)
            self.rfile.readline()
        while self.rfile.readline().strip():
            pass
        return data

    def is_allowed(self):
        return self.headers.get("Authorization") == "Bearer " + os.environ["PETSTORE_API_KEY"]

    def do_GET(self):
        self.body()
        address = urlsplit(self.path)
        path, query = unquote(address.path), parse_qs(address.query)
        if not self.is_allowed():
            return self.fail(401, "unauthorized")
        if path == "/v1/pets":
            limit, status = query.get("limit", ["20"])[0], query.get("status", [None])[0]
            if not re.fullmatch("[0-9]{1,3}", limit) or not 1 <= int(limit) <= 100 or status not in (None, *STATUSES):
                return self.fail(400, "bad-query")
            found = [pet for pet in list(PETS.values()) if status in (None, pet.get("status"))]
            return self.answer(200, found[: int(limit)])
        pet = PETS.get(path.removeprefix("/v1/pets/"))
        return self.fail(404, "unknown-pet") if pet is None else self.answer(200, pet)

    def do_POST(self):
        data = self.body()
        if not self.is_allowed():
            return self.fail(401, "unauthorized")
        try:
            pet = json.loads(data.decode())
            name, category = pet["name"], pet["categoryId"]
        except (ValueError, TypeError, KeyError, RecursionError):
            return self.fail(400, "bad-body")
        if type(name) is not str or type(category) is not int or not -(2**63) <= category < 2**63:
            return self.fail(400, "bad-field")
        if "status" in pet and pet["status"] not in STATUSES:
            return self.fail(400, "bad-status")
        identifier = next(IDS)
        fields = {"status": pet["status"]} if "status" in pet else {}
        PETS[str(identifier)] = {"id": identifier, "name": name, "categoryId": category, **fields}
        self.answer(201, PETS[str(identifier)])

    def log_message(self, *_):
        pass


ThreadingHTTPServer(("127.0.0.1", int(os.environ["PORT"])), Pets).serve_forever()
