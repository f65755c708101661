import Fastify from 'fastify';
import bearerAuth from '@fastify/bearer-auth';

const app = Fastify();

const pets = [
  { id: 1, name: 'Rex', categoryId: 1, status: 'available' },
  { id: 2, name: 'Mia', categoryId: 2, status: 'sold' },
  { id: 3, name: 'Otto', categoryId: 1, status: 'pending' },
];

const status = { type: 'string', enum: ['available', 'pending', 'sold'] };
const newPet = {
  type: 'object',
  required: ['name', 'categoryId'],
  properties: { name: { type: 'string', minLength: 1 }, categoryId: { type: 'integer' }, status },
};
const pet = {
  type: 'object',
  properties: { id: { type: 'integer' }, name: { type: 'string' }, categoryId: { type: 'integer' }, status },
};

await app.register(bearerAuth, { keys: new Set([process.env.API_KEY]) });

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
  const created = { id: pets.length + 1, ...request.body };
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
