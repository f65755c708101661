import { ServiceBroker, Errors } from 'moleculer';
import ApiGateway from 'moleculer-web';

const { MoleculerClientError } = Errors;
const broker = new ServiceBroker({ logger: false });

const pets = [
  { id: 1, name: 'Rex', categoryId: 1, status: 'available' },
  { id: 2, name: 'Mia', categoryId: 2, status: 'sold' },
  { id: 3, name: 'Otto', categoryId: 1, status: 'pending' },
];
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
        categoryId: 'number|integer',
        status: { type: 'enum', values: statuses, optional: true },
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
    routes: [{ path: '/v1', authorization: true, autoAliases: true, bodyParsers: { json: true } }],
  },
  methods: {
    authorize(ctx, route, req) {
      const auth = req.headers['authorization'];
      if (!auth || !auth.startsWith('Bearer ')) {
        throw new ApiGateway.Errors.UnAuthorizedError(ApiGateway.Errors.ERR_NO_TOKEN);
      }
      if (auth.slice(7) !== process.env.API_KEY) {
        throw new ApiGateway.Errors.UnAuthorizedError(ApiGateway.Errors.ERR_INVALID_TOKEN);
      }
    },
  },
});

await broker.start();
