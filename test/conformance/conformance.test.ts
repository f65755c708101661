import { config } from 'dotenv';
import { conformanceTests } from '../../src/vitest/index.ts';

// npx vitest --project conformance: the cases against the service that the environment or .env names, else against the
// embedded one. The command `run` is what gates.

const environment: Record<string, string> = {};
config({ quiet: true, processEnv: environment });

conformanceTests(() => ({ environment: { ...environment, ...process.env } }), { tags: true });
