import os

from aiohttp import web

routes = web.RouteTableDef()
pets = [
    {"id": 1, "name": "Rex", "categoryId": 1, "status": "available"},
    {"id": 2, "name": "Mia", "categoryId": 2, "status": "sold"},
    {"id": 3, "name": "Otto", "categoryId": 1, "status": "pending"},
]


@web.middleware
async def auth(request, handler):
    if request.headers.get("Authorization") != f"Bearer {os.environ['API_KEY']}":
        return web.json_response({"error": "Unauthorized"}, status=401)
    return await handler(request)


@routes.get("/v1/pets")
async def list_pets(request):
    limit = int(request.query.get("limit", 20))
    status = request.query.get("status")
    found = [pet for pet in pets if status is None or pet["status"] == status]
    return web.json_response(found[:limit])


@routes.post("/v1/pets")
async def create_pet(request):
    data = await request.json()
    try:
        pet = {
            "id": len(pets) + 1,
            "name": str(data["name"]),
            "categoryId": int(data["categoryId"]),
            "status": data.get("status", "available"),
        }
    except (KeyError, ValueError) as error:
        return web.json_response({"code": "bad_request", "message": str(error), "status": 400}, status=400)
    pets.append(pet)
    return web.json_response(pet, status=201)


@routes.get("/v1/pets/{pet_id}")
async def get_pet(request):
    pet_id = int(request.match_info["pet_id"])
    for pet in pets:
        if pet["id"] == pet_id:
            return web.json_response(pet)
    raise web.HTTPNotFound(text="Pet not found")


app = web.Application(middlewares=[auth])
app.add_routes(routes)
web.run_app(app, host="127.0.0.1", port=int(os.environ["PORT"]), print=None)
