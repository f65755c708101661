import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

// prism mock --port PORT petstore.openapi.yaml
const description = fileURLToPath(new URL('../petstore.openapi.yaml', import.meta.url));
process.argv.splice(2, Infinity, 'mock', '--host', '127.0.0.1', '--port', String(process.env.PORT), description);
createRequire(import.meta.url)('@stoplight/prism-cli/dist/index.js');
