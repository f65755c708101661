import express from 'express';
import * as OpenApiValidator from 'express-openapi-validator';
import { fileURLToPath } from 'node:url';

const pets = [
  { id: 1, name: 'Rex', categoryId: 1, status: 'available' },
  { id: 2, name: 'Mia', categoryId: 2, status: 'sold' },
  { id: 3, name: 'Otto', categoryId: 1, status: 'pending' },
];
let nextId = 4;

const app = express();
app.use(express.json());
app.use(express.urlencoded({ extended: false }));
app.use(
  OpenApiValidator.middleware({
    apiSpec: fileURLToPath(new URL('../petstore.openapi.yaml', import.meta.url)),
    validateRequests: true,
    validateResponses: true,
    validateSecurity: {
      handlers: { apiKey: (req) => req.headers.authorization === `Bearer ${process.env.API_KEY}` },
    },
  }),
);

app.get('/v1/pets', (req, res) => {
  const { limit, status } = req.query;
  res.json(pets.filter((pet) => !status || pet.status === status).slice(0, limit));
});

app.post('/v1/pets', (req, res) => {
  const pet = { id: nextId++, ...req.body };
  pets.push(pet);
  res.status(201).json(pet);
});

app.get('/v1/pets/:petId', (req, res) => {
  const pet = pets.find(({ id }) => id === Number(req.params.petId));
  if (!pet) return res.status(404).json({ message: 'not found' });
  res.json(pet);
});

app.use((err, req, res, next) => {
  res.status(err.status || 500).json({ message: err.message, errors: err.errors });
});

app.listen(process.env.PORT, '127.0.0.1');
