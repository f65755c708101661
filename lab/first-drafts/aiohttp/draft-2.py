import os

from aiohttp import web

routes = web.RouteTableDef()
pets = [
    {"id": 1, "name": "Rex", "categoryId": 1, "status": "available"},
    {"id": 2, "name": "Mia", "categoryId": 2, "status": "sold"},
    {"id": 3, "name": "Otto", "categoryId": 1, "status": "pending"},
]


def fail(status, code, message):
    return web.json_response({"code": code, "message": message, "status": status}, status=status)


@web.middleware
async def auth(request, handler):
    if request.headers.get("Authorization") != f"Bearer {os.environ['API_KEY']}":
        return fail(401, "unauthorized", "Invalid API key")
    return await handler(request)


@routes.get("/v1/pets")
async def list_pets(request):
    limit = int(request.query.get("limit", 20))
    status = request.query.get("status")
    found = [pet for pet in pets if status is None or pet["status"] == status]
    return web.json_response(found[:limit])


@routes.post("/v1/pets")
async def create_pet(request):
    try:
        data = await request.json()
    except ValueError:
        return fail(400, "bad_request", "The body is not JSON")
    if not isinstance(data, dict):
        return fail(400, "bad_request", "The body is not an object")
    name, category, status = data.get("name"), data.get("categoryId"), data.get("status", "available")
    if not isinstance(name, str):
        return fail(400, "bad_request", "name must be a string")
    if type(category) is not int or not -(2**63) <= category < 2**63:
        return fail(400, "bad_request", "categoryId must be an integer")
    if status not in ("available", "pending", "sold"):
        return fail(400, "bad_request", "status is unknown")
    pet = {"id": len(pets) + 1, "name": name, "categoryId": category, "status": status}
    pets.append(pet)
    return web.json_response(pet, status=201)


@routes.get("/v1/pets/{pet_id}")
async def get_pet(request):
    pet_id = int(request.match_info["pet_id"])
    for pet in pets:
        if pet["id"] == pet_id:
            return web.json_response(pet)
    return fail(404, "not_found", "Pet not found")


app = web.Application(middlewares=[auth])
app.add_routes(routes)
web.run_app(app, host="127.0.0.1", port=int(os.environ["PORT"]), print=None)
