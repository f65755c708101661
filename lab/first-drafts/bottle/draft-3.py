import json
import os

from bottle import Bottle, abort, request, response, run

app = Bottle()


def error_body(error):
    response.content_type = "application/json"
    return json.dumps({"code": error.status, "message": str(error.body), "status": error.status_code})


app.default_error_handler = error_body

pets = {
    1: {"id": 1, "name": "Rex", "categoryId": 1, "status": "available"},
    2: {"id": 2, "name": "Mia", "categoryId": 2, "status": "sold"},
    3: {"id": 3, "name": "Otto", "categoryId": 1, "status": "pending"},
}


@app.hook("before_request")
def check_key():
    header = request.get_header("Authorization", "")
    if header != "Bearer " + os.environ["API_KEY"]:
        abort(401, "Invalid API key")


@app.get("/v1/pets")
def list_pets():
    try:
        limit = int(request.query.limit or 20)
    except ValueError:
        abort(400, "limit must be an integer")
    status = request.query.status
    found = [pet for pet in pets.values() if not status or pet["status"] == status]
    response.content_type = "application/json"
    return json.dumps(found[:limit])


@app.post("/v1/pets")
def create_pet():
    try:
        data = json.loads(request.body.read())
    except ValueError:
        abort(400, "The body is not JSON")
    if not isinstance(data, dict) or "name" not in data or "categoryId" not in data:
        abort(400, "name and categoryId are required")
    if not isinstance(data["name"], str) or type(data["categoryId"]) is not int:
        abort(400, "name must be a string and categoryId an integer")
    if not -(2**63) <= data["categoryId"] < 2**63:
        abort(400, "categoryId is out of range")
    status = data.get("status", "available")
    if status not in ("available", "pending", "sold"):
        abort(400, "Invalid status")
    pet = {"id": len(pets) + 1, "name": data["name"], "categoryId": data["categoryId"], "status": status}
    pets[pet["id"]] = pet
    response.status = 201
    return pet


@app.get("/v1/pets/<pet_id:int>")
def get_pet(pet_id):
    if pet_id not in pets:
        abort(404, "Pet not found")
    return pets[pet_id]


run(app, host="127.0.0.1", port=int(os.environ["PORT"]), quiet=True)
