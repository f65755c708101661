import express from 'express';

const app = express();
app.use(express.json());

const statuses = ['available', 'pending', 'sold'];
const pets = [
  { id: 1, name: 'Rex', categoryId: 1, status: 'available' },
  { id: 2, name: 'Mia', categoryId: 2, status: 'sold' },
  { id: 3, name: 'Otto', categoryId: 1, status: 'pending' },
];

function authenticate(req, res, next) {
  const header = req.headers.authorization;
  const token = header && header.split(' ')[1];
  if (!token) return res.status(401).json({ error: 'Missing API key' });
  if (token !== process.env.API_KEY) return res.status(403).json({ error: 'Invalid API key' });
  next();
}

const router = express.Router();
router.use(authenticate);

router.get('/pets', (req, res) => {
  const limit = Math.min(parseInt(req.query.limit) || 20, 100);
  const { status } = req.query;
  const result = status ? pets.filter((pet) => pet.status === status) : pets;
  res.json(result.slice(0, limit));
});

router.post('/pets', (req, res) => {
  const { name, categoryId, status = 'available' } = req.body;
  if (!name || !categoryId) {
    return res.status(400).json({ error: 'name and categoryId are required' });
  }
  if (!statuses.includes(status)) {
    return res.status(400).json({ error: `status must be one of ${statuses.join(', ')}` });
  }
  const pet = { id: Date.now(), name, categoryId: Number(categoryId), status };
  pets.push(pet);
  res.status(201).json(pet);
});

router.get('/pets/:petId', (req, res) => {
  const pet = pets.find((each) => each.id === parseInt(req.params.petId));
  if (!pet) return res.status(404).json({ error: 'Pet not found' });
  res.json(pet);
});

app.use('/v1', router);
app.listen(process.env.PORT, '127.0.0.1');
