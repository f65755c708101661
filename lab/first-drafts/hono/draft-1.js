import { serve } from '@hono/node-server';
import { OpenAPIHono, createRoute, z } from '@hono/zod-openapi';
import { bearerAuth } from 'hono/bearer-auth';

const PetStatus = z.enum(['available', 'pending', 'sold']).openapi('PetStatus');
const NewPet = z
  .object({ name: z.string().min(1), categoryId: z.number().int(), status: PetStatus.optional() })
  .openapi('NewPet');
const Pet = NewPet.extend({ id: z.number().int() }).openapi('Pet');
const ErrorBody = z.object({ code: z.string(), message: z.string(), status: z.number().int() }).openapi('Error');
const json = (schema, description) => ({ content: { 'application/json': { schema } }, description });

const pets = [
  { id: 1, name: 'Rex', categoryId: 1, status: 'available' },
  { id: 2, name: 'Mia', categoryId: 2, status: 'sold' },
  { id: 3, name: 'Otto', categoryId: 1, status: 'pending' },
];

const app = new OpenAPIHono().basePath('/v1');
app.use('/pets/*', bearerAuth({ token: process.env.API_KEY }));

const listPets = createRoute({
  method: 'get',
  path: '/pets',
  request: {
    query: z.object({
      limit: z.coerce.number().int().min(1).max(100).default(20),
      status: PetStatus.optional(),
    }),
  },
  responses: { 200: json(z.array(Pet), 'A page of pets') },
});
app.openapi(listPets, (c) => {
  const { limit, status } = c.req.valid('query');
  return c.json(pets.filter((pet) => !status || pet.status === status).slice(0, limit), 200);
});

const createPet = createRoute({
  method: 'post',
  path: '/pets',
  request: { body: json(NewPet, 'The pet to add') },
  responses: { 201: json(Pet, 'The added pet'), 400: json(ErrorBody, 'Invalid pet') },
});
app.openapi(createPet, (c) => {
  const pet = { id: pets.length + 1, ...c.req.valid('json') };
  pets.push(pet);
  return c.json(pet, 201);
});

const getPet = createRoute({
  method: 'get',
  path: '/pets/{petId}',
  deprecated: true,
  request: { params: z.object({ petId: z.coerce.number().int() }) },
  responses: { 200: json(Pet, 'The pet'), 404: json(ErrorBody, 'No such pet') },
});
app.openapi(getPet, (c) => {
  const { petId } = c.req.valid('param');
  const pet = pets.find(({ id }) => id === petId);
  if (!pet) return c.json({ code: 'not_found', message: 'Pet not found', status: 404 }, 404);
  return c.json(pet, 200);
});

serve({ fetch: app.fetch, port: Number(process.env.PORT), hostname: '127.0.0.1' });
