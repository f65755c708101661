import polka from 'polka';
import bodyParser from 'body-parser';

const pets = [
  { id: 1, name: 'Rex', categoryId: 1, status: 'available' },
  { id: 2, name: 'Mia', categoryId: 2, status: 'sold' },
  { id: 3, name: 'Otto', categoryId: 1, status: 'pending' },
];

function send(res, status, data) {
  res.writeHead(status, { 'Content-Type': 'application/json' });
  res.end(JSON.stringify(data));
}

function fail(res, status, code, message) {
  send(res, status, { code, message, status });
}

function auth(req, res, next) {
  const [scheme, key] = (req.headers.authorization || '').split(' ');
  if (scheme !== 'Bearer' || key !== process.env.API_KEY) return fail(res, 401, 'UNAUTHORIZED', 'Invalid API key');
  next();
}

polka({ onError: (err, req, res) => fail(res, err.status || 500, 'REQUEST_FAILED', err.message) })
  .use(auth, bodyParser.json())
  .get('/v1/pets', (req, res) => {
    const { limit = 20, status } = req.query;
    if (limit < 1 || limit > 100) return fail(res, 400, 'BAD_LIMIT', 'limit must be between 1 and 100');
    const page = [];
    for (const pet of pets) {
      if (page.length >= limit) break;
      if (!status || pet.status === status) page.push(pet);
    }
    send(res, 200, page);
  })
  .post('/v1/pets', (req, res) => {
    const { name, categoryId, status } = req.body || {};
    if (typeof name !== 'string' || !name.trim()) return fail(res, 400, 'INVALID_NAME', 'name is required');
    if (!Number.isSafeInteger(categoryId)) return fail(res, 400, 'INVALID_CATEGORY', 'categoryId must be an integer');
    if (status !== undefined && !['available', 'pending', 'sold'].includes(status)) {
      return fail(res, 400, 'INVALID_STATUS', 'unknown status');
    }
    const pet = { id: pets.length + 1, name: name.trim(), categoryId, status: status || 'available' };
    pets.push(pet);
    send(res, 201, pet);
  })
  .get('/v1/pets/:petId', (req, res) => {
    const pet = pets.find(({ id }) => id == decodeURIComponent(req.params.petId));
    if (!pet) return fail(res, 404, 'NOT_FOUND', 'Pet not found');
    send(res, 200, pet);
  })
  .listen(process.env.PORT, '127.0.0.1');
