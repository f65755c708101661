// The parts of undici that the client is made of, each from its own file: the whole of undici is a hundred files, with
// fetch, caches and mocks, and takes as long to load as all cases of the suite.

declare module 'undici/lib/dispatcher/client.js' {
  import { Client } from 'undici';

  export default Client;
}

declare module 'undici/lib/core/connect.js' {
  import { buildConnector } from 'undici';

  export default buildConnector;
}
