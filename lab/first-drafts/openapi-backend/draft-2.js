import express from 'express';
import { OpenAPIBackend } from 'openapi-backend';
import { fileURLToPath } from 'node:url';

const pets = [
  { id: 1, name: 'Rex', categoryId: 1, status: 'available' },
  { id: 2, name: 'Mia', categoryId: 2, status: 'sold' },
  { id: 3, name: 'Otto', categoryId: 1, status: 'pending' },
];

const fail = (res, status, code, message) => res.status(status).json({ code, message, status });
const authorised = (headers) => headers['authorization'] === `Bearer ${process.env.API_KEY}`;

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
      if (!Number.isSafeInteger(c.request.requestBody.categoryId)) {
        return fail(res, 400, 'invalid', 'categoryId is too large');
      }
      const pet = { ...c.request.requestBody, id: pets.length + 1 };
      pets.push(pet);
      return res.status(201).json(pet);
    },
    getPet: (c, req, res) => {
      const pet = pets.find(({ id }) => String(id) === c.request.params.petId);
      if (!pet) return fail(res, 404, 'not_found', 'Pet not found');
      return res.status(200).json(pet);
    },
    validationFail: (c, req, res) =>
      c.operation.operationId === 'getPet'
        ? fail(res, 404, 'not_found', 'Pet not found')
        : fail(res, 400, 'invalid', c.validation.errors[0].message),
    notFound: (c, req, res) => fail(res, 404, 'not_found', 'No such route'),
    unauthorizedHandler: (c, req, res) => fail(res, 401, 'unauthorized', 'Invalid API key'),
  },
});
api.registerSecurityHandler('apiKey', (c) => authorised(c.request.headers));
await api.init();

const app = express();
app.use((req, res, next) => (authorised(req.headers) ? next() : fail(res, 401, 'unauthorized', 'Invalid API key')));
app.use(express.json());
app.use((req, res) => api.handleRequest(req, req, res));
app.use((err, req, res, next) => fail(res, err.status || 500, 'failed', err.message));
app.listen(process.env.PORT, '127.0.0.1');
