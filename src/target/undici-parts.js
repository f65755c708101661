// The parts of undici that the client is made of, each from its own file, which the exact version in package.json holds
// still: the whole of undici is a hundred files, with fetch, caches and mocks, and takes three times as long to load.

export { default as buildConnector } from 'undici/lib/core/connect.js';
export { default as Client } from 'undici/lib/dispatcher/client.js';
