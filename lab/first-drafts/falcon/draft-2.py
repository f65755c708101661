import json
import os
from wsgiref.simple_server import make_server

import falcon

PETS = [
    {"id": 1, "name": "Rex", "categoryId": 1, "status": "available"},
    {"id": 2, "name": "Mia", "categoryId": 2, "status": "sold"},
    {"id": 3, "name": "Otto", "categoryId": 1, "status": "pending"},
]
STATUSES = ["available", "pending", "sold"]


def error_body(req, resp, exception):
    code = exception.title or exception.status
    resp.content_type = falcon.MEDIA_JSON
    resp.media = {"code": code, "message": exception.description or code, "status": int(exception.status[:3])}


class AuthMiddleware:
    def process_request(self, req, resp):
        if req.auth != "Bearer " + os.environ["API_KEY"]:
            raise falcon.HTTPUnauthorized(title="Invalid API key", challenges=["Bearer"])


class PetsResource:
    def on_get(self, req, resp):
        limit = req.get_param_as_int("limit", min_value=1, max_value=100, default=20)
        status = req.get_param("status")
        resp.media = [pet for pet in PETS if status is None or pet.get("status") == status][:limit]

    def on_post(self, req, resp):
        try:
            data = json.loads(req.bounded_stream.read())
        except ValueError:
            raise falcon.HTTPBadRequest(title="Bad request", description="The body is not JSON")
        if not isinstance(data, dict):
            raise falcon.HTTPBadRequest(title="Bad request", description="The body is not an object")
        if "name" not in data or "categoryId" not in data:
            raise falcon.HTTPBadRequest(title="Bad request", description="name and categoryId are required")
        if not isinstance(data["name"], str):
            raise falcon.HTTPInvalidParam("It must be a string.", "name")
        if type(data["categoryId"]) is not int or not -(2**63) <= data["categoryId"] < 2**63:
            raise falcon.HTTPInvalidParam("It must be an integer.", "categoryId")
        if "status" in data and data["status"] not in STATUSES:
            raise falcon.HTTPInvalidParam("It must be available, pending or sold.", "status")
        pet = {**data, "id": len(PETS) + 1}
        PETS.append(pet)
        resp.status = falcon.HTTP_201
        resp.media = pet


class PetResource:
    def on_get(self, req, resp, pet_id):
        for pet in PETS:
            if pet["id"] == pet_id:
                resp.media = pet
                return
        raise falcon.HTTPNotFound(title="Pet not found")


app = falcon.App(middleware=[AuthMiddleware()])
app.set_error_serializer(error_body)
app.add_route("/v1/pets", PetsResource())
app.add_route("/v1/pets/{pet_id:int}", PetResource())

with make_server("127.0.0.1", int(os.environ["PORT"]), app) as httpd:
    httpd.serve_forever()
