import express from 'express';

const app = express();

let nextId = 4;
const statuses = ['available', 'pending', 'sold'];
const pets = [
  { id: 1, name: 'Rex', categoryId: 1, status: 'available' },
  { id: 2, name: 'Mia', categoryId: 2, status: 'sold' },
  { id: 3, name: 'Otto', categoryId: 1, status: 'pending' },
];

function fail(res, status, code, message) {
  return res.status(status).json({ code, message, status });
}

function authenticate(req, res, next) {
  const header = req.headers.authorization;
  const token = header && header.split(' ')[1];
  if (!token) return fail(res, 401, 'unauthorized', 'Missing API key');
  if (token !== process.env.API_KEY) return fail(res, 401, 'unauthorized', 'Invalid API key');
  next();
}

const router = express.Router();
router.use(authenticate);
router.use(express.json());

router.get('/pets', (req, res) => {
  const limit = Math.min(parseInt(req.query.limit) || 20, 100);
  const { status } = req.query;
  const result = status ? pets.filter((pet) => pet.status === status) : pets;
  res.json(result.slice(0, limit));
});

router.post('/pets', (req, res) => {
  const { name, categoryId, status = 'available' } = req.body;
  if (typeof name !== 'string' || !name || !Number.isSafeInteger(categoryId)) {
    return fail(res, 400, 'invalid_pet', 'name must be a string and categoryId an integer');
  }
  if (!statuses.includes(status)) {
    return fail(res, 400, 'invalid_pet', `status must be one of ${statuses.join(', ')}`);
  }
  const pet = { id: nextId++, name, categoryId, status };
  pets.push(pet);
  res.status(201).json(pet);
});

router.get('/pets/:petId', (req, res) => {
  const pet = pets.find((each) => each.id === parseInt(req.params.petId));
  if (!pet) return fail(res, 404, 'not_found', 'Pet not found');
  res.json(pet);
});

app.use('/v1', router);
app.use((err, req, res, next) => fail(res, err.status || 500, 'request_failed', err.message));
app.listen(process.env.PORT, '127.0.0.1');
