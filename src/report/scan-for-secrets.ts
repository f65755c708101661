import reportSchema from '../../schemas/report.schema.json' with { type: 'json' };
import { credentialsFor } from '../target/credentials.ts';
import { curlCommand } from '../target/curl-command.ts';
import type { Redactor } from '../target/redaction.ts';
import type { Report } from './report.ts';
import type { FinishedFile } from './write-files.ts';

/**
 * Looks through a finished report and what was made from it: the net below the redaction at capture, for on a find nothing
 * is published. Each answer is the label of a secret that is held in any encoding, or null. Ask `canScan` first. Secrets of
 * fewer than 8 characters are not looked for.
 */
export interface SecretScan {
  readonly inReport: (report: Report) => string | null;
  readonly inFile: (file: FinishedFile) => string | null;
}

/**
 * Begins a scan, which looks at each different text once: ten times as fast as the whole texts, where the same few words
 * stand thousands of times, and what stands in a report stands in all its formats.
 */
export function createSecretScan(redactor: Pick<Redactor, 'findAmong'>): SecretScan {
  const seen = new Set<string>();
  function findAmong(texts: ReadonlySet<string>): string | null {
    const unseen = new Set<string>();
    for (const text of withoutLineFeeds(texts)) {
      if (seen.has(text)) continue;
      seen.add(text);
      unseen.add(text);
    }
    return redactor.findAmong(unseen);
  }
  return {
    inReport: (report) => findAmong(textsOf(report)),
    inFile: ({ name, text }) => findAmong(isJson(name) ? textsOf(JSON.parse(text)) : piecesOf(name, text)),
  };
}

function textsOf(value: unknown): ReadonlySet<string> {
  const texts = new Set<string>();
  collectTexts(value, texts);
  return texts;
}

function piecesOf(name: string, text: string): ReadonlySet<string> {
  return new Set(text.split(name.endsWith('.html') ? AROUND_TAGS : '\n').map((piece) => piece.trim()));
}

/** What stands between the tags of a page stands in the report too; a secret holds no bare bracket there. */
const AROUND_TAGS = /[<>\n]/;

function withoutLineFeeds(texts: ReadonlySet<string>): ReadonlySet<string> {
  const lines = new Set<string>();
  for (const text of texts) {
    if (text.includes('\n')) for (const line of text.split('\n')) lines.add(line);
    else lines.add(text);
  }
  return lines;
}

/** JSON is read, since in its lines the texts of the report stand escaped and would all be looked at once more. */
function isJson(name: string): boolean {
  return name.endsWith('.json') || name.endsWith('.har');
}

function collectTexts(value: unknown, texts: Set<string>): void {
  if (typeof value !== 'object' || value === null) {
    texts.add(String(value));
  } else if (Array.isArray(value)) {
    for (const item of value) collectTexts(item, texts);
  } else {
    for (const [name, field] of Object.entries(value)) {
      texts.add(name);
      collectTexts(field, texts);
    }
  }
}

/**
 * Whether a find would mean anything. A secret that is also a word of the suite's own (`petstore`, `available`, the name
 * of a property of the report) stands in every report, whoever the target is: it gives nothing away there, and a scan
 * would find it in vain. `staticText` is what the report holds besides evidence: requirements, cases, configuration.
 * What a service sent must never be part of it, or a leak would excuse itself.
 */
export function canScan(redactor: Redactor, staticText: string): boolean {
  return redactor.containsSecret(staticText) === null && redactor.containsSecret(ownWords()) === null;
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
