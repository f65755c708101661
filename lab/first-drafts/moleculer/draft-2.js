import { ServiceBroker, Errors } from 'moleculer';
import ApiGateway from 'moleculer-web';
import bodyParser from 'body-parser';

const { MoleculerClientError } = Errors;
const broker = new ServiceBroker({ logger: false });

const pets = [
  { id: 1, name: 'Rex', categoryId: 1, status: 'available' },
  { id: 2, name: 'Mia', categoryId: 2, status: 'sold' },
  { id: 3, name: 'Otto', categoryId: 1, status: 'pending' },
];
function send(res, status, code, message) {
  res.writeHead(status, { 'Content-Type': 'application/json' });
  res.end(JSON.stringify({ code, message, status }));
}

function checkKey(req, res, next) {
  if (req.headers['authorization'] !== `Bearer ${process.env.API_KEY}`) {
    return send(res, 401, 'UNAUTHORIZED', 'Invalid API key');
  }
  next();
}

const statuses = ['available', 'pending', 'sold'];

broker.createService({
  name: 'pets',
  actions: {
    list: {
      rest: 'GET /',
      params: {
        limit: { type: 'number', integer: true, min: 1, max: 100, default: 20, convert: true },
        status: { type: 'enum', values: statuses, optional: true },
      },
      handler({ params: { limit, status } }) {
        return pets.filter((pet) => !status || pet.status === status).slice(0, limit);
      },
    },
    create: {
      rest: 'POST /',
      params: {
        name: 'string',
        categoryId: {
          type: 'number',
          integer: true,
          min: Number.MIN_SAFE_INTEGER,
          max: Number.MAX_SAFE_INTEGER,
        },
        status: { type: 'enum', values: statuses, optional: true, nullable: false },
      },
      handler(ctx) {
        const { name, categoryId, status } = ctx.params;
        const pet = { id: pets.length + 1, name, categoryId, status };
        pets.push(pet);
        ctx.meta.$statusCode = 201;
        return pet;
      },
    },
    get: {
      rest: 'GET /:id',
      params: { id: { type: 'number', convert: true } },
      handler(ctx) {
        const pet = pets.find(({ id }) => id === ctx.params.id);
        if (!pet) throw new MoleculerClientError('Pet not found', 404, 'PET_NOT_FOUND');
        return pet;
      },
    },
  },
});

broker.createService({
  mixins: [ApiGateway],
  settings: {
    port: process.env.PORT,
    ip: '127.0.0.1',
    routes: [
      {
        path: '/v1',
        autoAliases: true,
        bodyParsers: false,
        use: [checkKey, bodyParser.json()],
        onError(req, res, err) {
          const status = err.code === 422 ? 400 : err.code || err.status || 500;
          send(res, status, err.type || 'ERROR', err.message);
        },
      },
    ],
  },
});

await broker.start();
