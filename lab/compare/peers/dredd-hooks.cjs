// Dredd leaves three things to hooks: the key, the id of the pet to read, and the requests that must be rejected. It skips
// rejected requests unless a hook enables them.
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
    // Dredd itself reports a body that is not JSON.
  }
  done();
});

// The example in the description is not a pet of the service, so compare with the pet that the run added.
hooks.after('/pets/{petId} > Read one animal > 200 > application/json', (transaction, done) => {
  if (transaction.test.status === 'pass' && JSON.parse(transaction.real.body).id !== petId) {
    transaction.fail = 'The response contains a different pet than the requested one.';
  }
  done();
});
