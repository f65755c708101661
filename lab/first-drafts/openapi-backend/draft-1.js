import express from 'express';
import { OpenAPIBackend } from 'openapi-backend';
import { fileURLToPath } from 'node:url';

const pets = [
  { id: 1, name: 'Rex', categoryId: 1, status: 'available' },
  { id: 2, name: 'Mia', categoryId: 2, status: 'sold' },
  { id: 3, name: 'Otto', categoryId: 1, status: 'pending' },
];

const api = new OpenAPIBackend({
  definition: fileURLToPath(new URL('petstore.openapi.yaml', import.meta.url)),
  apiRoot: '/v1',
  handlers: {
    listPets: (c, req, res) => {
      const { limit = 20, status } = c.request.query;
      const found = pets.filter((pet) => !status || pet.status === status);
      return res.status(200).json(found.slice(0, limit));
    },
    createPet: (c, req, res) => {
      const pet = { ...c.request.requestBody, id: pets.length + 1 };
      pets.push(pet);
      return res.status(201).json(pet);
    },
    getPet: (c, req, res) => {
      const pet = pets.find(({ id }) => String(id) === c.request.params.petId);
      if (!pet) return res.status(404).json({ err: 'not found' });
      return res.status(200).json(pet);
    },
    validationFail: (c, req, res) => res.status(400).json({ err: c.validation.errors }),
    notFound: (c, req, res) => res.status(404).json({ err: 'not found' }),
    unauthorizedHandler: (c, req, res) => res.status(401).json({ err: 'unauthorized' }),
  },
});
api.registerSecurityHandler('apiKey', (c) => c.request.headers['authorization'] === `Bearer ${process.env.API_KEY}`);
await api.init();

const app = express();
app.use(express.json());
app.use((req, res) => api.handleRequest(req, req, res));
app.listen(process.env.PORT, '127.0.0.1');
