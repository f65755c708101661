import Fastify from 'fastify';
import Ajv from 'ajv';
import bearerAuth from '@fastify/bearer-auth';

const app = Fastify();
const strict = new Ajv();
const coercing = new Ajv({ coerceTypes: true, useDefaults: true });
app.setValidatorCompiler(({ schema, httpPart }) => (httpPart === 'body' ? strict : coercing).compile(schema));
app.setErrorHandler((error, request, reply) => {
  const status = error.statusCode ?? 500;
  reply.code(status).send({ code: error.code ?? 'INTERNAL', message: error.message, status });
});

const pets = [
  { id: 1, name: 'Rex', categoryId: 1, status: 'available' },
  { id: 2, name: 'Mia', categoryId: 2, status: 'sold' },
  { id: 3, name: 'Otto', categoryId: 1, status: 'pending' },
];

const status = { type: 'string', enum: ['available', 'pending', 'sold'] };
const categoryId = { type: 'integer', minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER };
const newPet = {
  type: 'object',
  required: ['name', 'categoryId'],
  properties: { name: { type: 'string', minLength: 1 }, categoryId, status },
};
const pet = {
  type: 'object',
  properties: { id: { type: 'integer' }, name: { type: 'string' }, categoryId: { type: 'integer' }, status },
};

await app.register(bearerAuth, {
  keys: new Set([process.env.API_KEY]),
  errorResponse: (error) => ({ code: 'UNAUTHORIZED', message: error.message, status: 401 }),
});

app.get(
  '/v1/pets',
  {
    schema: {
      querystring: {
        type: 'object',
        properties: { limit: { type: 'integer', minimum: 1, maximum: 100, default: 20 }, status },
      },
      response: { 200: { type: 'array', items: pet } },
    },
  },
  async (request) => {
    const { limit, status } = request.query;
    const matching = status ? pets.filter((each) => each.status === status) : pets;
    return matching.slice(0, limit);
  },
);

app.post('/v1/pets', { schema: { body: newPet, response: { 201: pet } } }, async (request, reply) => {
  const created = { ...request.body, id: pets.length + 1 };
  pets.push(created);
  return reply.code(201).send(created);
});

app.get(
  '/v1/pets/:petId',
  {
    schema: {
      params: { type: 'object', properties: { petId: { type: 'integer' } } },
      response: { 200: pet },
    },
  },
  async (request, reply) => {
    const found = pets.find(({ id }) => id === request.params.petId);
    if (!found) {
      return reply.code(404).send({ code: 'PET_NOT_FOUND', message: 'Pet not found', status: 404 });
    }
    return found;
  },
);

await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' });
