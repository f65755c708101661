import { H3, HTTPError, getRouterParam, getValidatedQuery, readValidatedBody, serve } from 'h3';
import { z } from 'zod';

const status = z.enum(['available', 'pending', 'sold']);
const newPet = z.object({ name: z.string(), categoryId: z.int(), status: status.optional() });
const listQuery = z.object({ limit: z.coerce.number().min(1).max(100).default(20), status: status.optional() });

const pets = [
  { id: 1, name: 'Rex', categoryId: 1, status: 'available' },
  { id: 2, name: 'Mia', categoryId: 2, status: 'sold' },
  { id: 3, name: 'Otto', categoryId: 1, status: 'pending' },
];

const app = new H3();

app.use((event) => {
  const header = event.req.headers.get('authorization');
  if (header !== `Bearer ${process.env.API_KEY}`) {
    throw new HTTPError({ status: 401, message: 'Invalid API key' });
  }
});

app.get('/v1/pets', async (event) => {
  const query = await getValidatedQuery(event, listQuery);
  return pets.filter((pet) => !query.status || pet.status === query.status).slice(0, query.limit);
});

app.post('/v1/pets', async (event) => {
  const body = await readValidatedBody(event, newPet);
  const pet = { ...body, id: pets.length + 1 };
  pets.push(pet);
  event.res.status = 201;
  return pet;
});

app.get('/v1/pets/:petId', (event) => {
  const petId = Number(getRouterParam(event, 'petId'));
  const pet = pets.find(({ id }) => id === petId);
  if (!pet) {
    throw new HTTPError({ status: 404, message: 'Pet not found' });
  }
  return pet;
});

serve(app, { port: Number(process.env.PORT), hostname: '127.0.0.1' });
