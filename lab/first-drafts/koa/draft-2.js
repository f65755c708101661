import Koa from 'koa';
import Router from '@koa/router';
import bodyParser from 'koa-bodyparser';

const app = new Koa();
const router = new Router({ prefix: '/v1' });

const pets = [
  { id: 1, name: 'Rex', categoryId: 1, status: 'available' },
  { id: 2, name: 'Mia', categoryId: 2, status: 'sold' },
  { id: 3, name: 'Otto', categoryId: 1, status: 'pending' },
];
let nextId = 4;

app.use(async (ctx, next) => {
  try {
    await next();
  } catch (err) {
    ctx.status = err.status || 500;
    ctx.body = { code: String(ctx.status), message: err.message, status: ctx.status };
  }
});

app.use(async (ctx, next) => {
  const token = (ctx.get('Authorization') || '').replace('Bearer ', '');
  if (token !== process.env.API_KEY) {
    ctx.throw(401, 'Invalid API key');
  }
  await next();
});

app.use(bodyParser());

router.get('/pets', (ctx) => {
  const { status } = ctx.query;
  const limit = parseInt(ctx.query.limit, 10) || 20;
  let result = pets;
  if (status) {
    result = result.filter((pet) => pet.status === status);
  }
  ctx.body = result.slice(0, limit);
});

router.post('/pets', (ctx) => {
  const { name, categoryId, status } = ctx.request.body;
  if (typeof name !== 'string' || !name) {
    ctx.throw(400, 'name must be a string');
  }
  if (!Number.isSafeInteger(categoryId)) {
    ctx.throw(400, 'categoryId must be an integer');
  }
  if (status !== undefined && !['available', 'pending', 'sold'].includes(status)) {
    ctx.throw(400, 'Invalid status');
  }
  const pet = { id: nextId++, name, categoryId, status };
  pets.push(pet);
  ctx.status = 201;
  ctx.body = pet;
});

router.get('/pets/:petId', (ctx) => {
  const pet = pets.find(({ id }) => id === Number(ctx.params.petId));
  ctx.assert(pet, 404, 'Pet not found');
  ctx.body = pet;
});

app.use(router.routes()).use(router.allowedMethods());
app.listen(Number(process.env.PORT), '127.0.0.1');
