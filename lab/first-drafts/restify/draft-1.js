import restify from 'restify';
import errors from 'restify-errors';

const pets = {
  1: { id: 1, name: 'Rex', categoryId: 1, status: 'available' },
  2: { id: 2, name: 'Mia', categoryId: 2, status: 'sold' },
  3: { id: 3, name: 'Otto', categoryId: 1, status: 'pending' },
};
let nextId = 4;

const server = restify.createServer({ name: 'petstore', version: '1.0.0' });

server.use(restify.plugins.acceptParser(server.acceptable));
server.use(restify.plugins.authorizationParser());
server.use(restify.plugins.queryParser());
server.use(restify.plugins.bodyParser());

server.use((req, res, next) => {
  if (req.authorization.scheme !== 'Bearer' || req.authorization.credentials !== process.env.API_KEY) {
    return next(new errors.UnauthorizedError('Invalid API key'));
  }
  return next();
});

server.get('/v1/pets', (req, res, next) => {
  const limit = req.query.limit ? Number(req.query.limit) : 20;
  let result = Object.values(pets);
  if (req.query.status) {
    result = result.filter((pet) => pet.status === req.query.status);
  }
  res.send(result.slice(0, limit));
  return next();
});

server.post('/v1/pets', (req, res, next) => {
  const { name, categoryId, status } = req.body || {};
  if (name === undefined || categoryId === undefined) {
    return next(new errors.BadRequestError('name and categoryId are required'));
  }
  if (typeof name !== 'string' || typeof categoryId !== 'number') {
    return next(new errors.BadRequestError('name must be a string and categoryId a number'));
  }
  if (status !== undefined && !['available', 'pending', 'sold'].includes(status)) {
    return next(new errors.BadRequestError('status is invalid'));
  }
  const pet = { id: nextId++, name, categoryId, status };
  pets[pet.id] = pet;
  res.send(201, pet);
  return next();
});

server.get('/v1/pets/:petId', (req, res, next) => {
  const pet = pets[req.params.petId];
  if (!pet) {
    return next(new errors.NotFoundError('Pet %s not found', req.params.petId));
  }
  res.send(pet);
  return next();
});

server.listen(process.env.PORT, '127.0.0.1');
