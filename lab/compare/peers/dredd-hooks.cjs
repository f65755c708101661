// What Dredd leaves to hooks: the key, the id of the animal that is read back, and the requests that must be refused,
// which it skips unless they are asked for.
const hooks = require('hooks');

let petId = 1;

hooks.beforeEach((transaction, done) => {
  const { expected, request } = transaction;
  transaction.skip = false;
  const key = expected.statusCode === '401' ? 'not-the-key' : process.env.PETSTORE_API_KEY;
  request.headers.Authorization = `Bearer ${key}`;
  if (expected.statusCode === '400') request.body = JSON.stringify({ categoryId: 1, status: 'available' });
  if (request.uri.endsWith('/pets/1207')) {
    const id = expected.statusCode === '404' ? 4242424242424 : petId;
    transaction.fullPath = transaction.fullPath.replace('1207', String(id));
  }
  done();
});

hooks.after('/pets > Add an animal > 201 > application/json', (transaction, done) => {
  try {
    petId = JSON.parse(transaction.real.body).id ?? petId;
  } catch {
    // Dredd has found a body that is no JSON by itself.
  }
  done();
});

// The example in the description is another animal than those in the service: what is compared is the animal added.
hooks.after('/pets/{petId} > Read one animal > 200 > application/json', (transaction, done) => {
  if (transaction.test.status === 'pass' && JSON.parse(transaction.real.body).id !== petId) {
    transaction.fail = 'Another animal than the one that was asked for.';
  }
  done();
});
