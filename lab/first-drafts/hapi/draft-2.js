import Hapi from '@hapi/hapi';
import Boom from '@hapi/boom';
import Joi from 'joi';
import AuthBearer from 'hapi-auth-bearer-token';

const pets = new Map([
  [1, { id: 1, name: 'Rex', categoryId: 1, status: 'available' }],
  [2, { id: 2, name: 'Mia', categoryId: 2, status: 'sold' }],
  [3, { id: 3, name: 'Otto', categoryId: 1, status: 'pending' }],
]);
let lastId = 3;

const statusSchema = Joi.string().valid('available', 'pending', 'sold');

const server = Hapi.server({ port: process.env.PORT, host: '127.0.0.1' });
await server.register(AuthBearer);
server.auth.strategy('api-key', 'bearer-access-token', {
  validate: (request, token) => ({
    isValid: token === process.env.API_KEY,
    credentials: { token },
  }),
});
server.auth.default('api-key');

server.ext('onPreResponse', (request, h) => {
  const { response } = request;
  if (!response.isBoom) return h.continue;
  const { statusCode, error, message } = response.output.payload;
  return h.response({ code: error, message, status: statusCode }).code(statusCode);
});

server.route([
  {
    method: 'GET',
    path: '/v1/pets',
    options: {
      validate: {
        query: Joi.object({
          limit: Joi.number().integer().min(1).max(100).default(20),
          status: statusSchema,
        }),
      },
    },
    handler: (request) => {
      const { limit, status } = request.query;
      return [...pets.values()].filter((pet) => !status || pet.status === status).slice(0, limit);
    },
  },
  {
    method: 'POST',
    path: '/v1/pets',
    options: {
      validate: {
        payload: Joi.object({
          name: Joi.string().min(1).required(),
          categoryId: Joi.number().strict().integer().required(),
          status: statusSchema,
        }),
      },
    },
    handler: (request, h) => {
      const pet = { id: ++lastId, ...request.payload };
      pets.set(pet.id, pet);
      return h.response(pet).code(201);
    },
  },
  {
    method: 'GET',
    path: '/v1/pets/{petId}',
    options: {
      validate: {
        params: Joi.object({
          petId: Joi.string()
            .pattern(/^-?\d+$/)
            .required(),
        }),
      },
    },
    handler: (request) => {
      const pet = pets.get(Number(request.params.petId));
      if (!pet) throw Boom.notFound('Pet not found');
      return pet;
    },
  },
]);

await server.start();
