import os
from wsgiref.simple_server import make_server

import falcon

PETS = [
    {"id": 1, "name": "Rex", "categoryId": 1, "status": "available"},
    {"id": 2, "name": "Mia", "categoryId": 2, "status": "sold"},
    {"id": 3, "name": "Otto", "categoryId": 1, "status": "pending"},
]
STATUSES = ["available", "pending", "sold"]


class AuthMiddleware:
    def process_request(self, req, resp):
        if req.auth != "Bearer " + os.environ["API_KEY"]:
            raise falcon.HTTPUnauthorized(title="Invalid API key", challenges=["Bearer"])


class PetsResource:
    def on_get(self, req, resp):
        limit = req.get_param_as_int("limit", min_value=1, max_value=100, default=20)
        status = req.get_param("status")
        resp.media = [pet for pet in PETS if status is None or pet["status"] == status][:limit]

    def on_post(self, req, resp):
        data = req.get_media()
        if "name" not in data or "categoryId" not in data:
            raise falcon.HTTPBadRequest(title="Bad request", description="name and categoryId are required")
        if not isinstance(data["categoryId"], int):
            raise falcon.HTTPInvalidParam("It must be an integer.", "categoryId")
        if data.get("status") and data["status"] not in STATUSES:
            raise falcon.HTTPInvalidParam("It must be available, pending or sold.", "status")
        pet = {"id": len(PETS) + 1, **data}
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
app.add_route("/v1/pets", PetsResource())
app.add_route("/v1/pets/{pet_id:int}", PetResource())

with make_server("127.0.0.1", int(os.environ["PORT"]), app) as httpd:
    httpd.serve_forever()
