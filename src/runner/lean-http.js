import { createRequire } from 'node:module';

// Plain JavaScript, since it must come before anything that imports `node:http`.

/** What Node's `http` names for the sake of browsers' names alone. */
const OF_BROWSERS = ['WebSocket', 'CloseEvent', 'MessageEvent'];

/**
 * Takes a few names that nothing here uses from Node's `http`: to import that module looks at all of its names, and at these
 * Node loads a client of its own, with fetch and web sockets, for a tenth of the time until the first case begins. Holds for
 * the whole process: for the command alone to call, never for those who embed the suite.
 */
export function forgoWebSockets() {
  // An import would be the look that is to be spared.
  const http = createRequire(import.meta.url)('node:http');
  for (const name of OF_BROWSERS) Reflect.deleteProperty(http, name);
}
