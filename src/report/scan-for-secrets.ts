import reportSchema from '../../schemas/report.schema.json' with { type: 'json' };
import { credentialsFor } from '../suite/keys/credentials.ts';
import { curlCommand } from '../http/curl-command.ts';
import type { Redactor } from '../http/redaction.ts';

/**
 * Whether a find would mean anything. A secret that is also a word of the suite's own (`petstore`, `available`, the name
 * of a property of the report) stands in every report, whoever the target is: it gives nothing away there, and a scan
 * would find it in vain. `staticText` is what the report holds besides evidence: requirements, cases, configuration.
 * What a service sent must never be part of it, or a leak would excuse itself.
 */
export function canScan(redactor: Redactor, staticText: string): boolean {
  return redactor.findInFile(Buffer.from(`${staticText}\n${ownWords()}`)) === null;
}

/** What the suite writes into any report: names of properties and outcomes, of recipes, and the words of a curl command. */
function ownWords(): string {
  // A key of three characters allows every recipe and is too short to be taken for a secret itself.
  const recipes = Object.values(credentialsFor('aB1', () => 0));
  const commands = recipes.map((credential) => curlCommand({ ...EXAMPLE_REQUEST, credential }));
  return JSON.stringify([reportSchema, recipes, commands]);
}

const EXAMPLE_REQUEST = {
  method: 'POST',
  url: '/pets',
  headers: [['Content-Type', 'application/json']],
  configuredHeaders: [],
  body: new Uint8Array(),
  withoutContentType: true,
} as const;
