import { type Findings, nonBlank, type SettingSources } from './read-settings.ts';
import { settings } from './settings.ts';

/** The key that the sources give, if any. `bad`: the findings hold the problem. */
type FoundKey = { readonly kind: 'none' } | { readonly kind: 'key'; readonly key: string } | { readonly kind: 'bad' };

/** The key for the service. Empty if none is needed: the embedded service brings its own. Empty too if there is a problem. */
export function readApiKey(isNeeded: boolean, sources: SettingSources, findings: Findings): string {
  const found = findKey(sources, findings);
  if (!isNeeded) {
    if (found.kind !== 'none')
      findings.note(`A key is set but no ${findings.nameOf('baseUrl')}: the embedded service is the target.`);
    return '';
  }
  if (found.kind === 'none')
    findings.problem(
      `${findings.nameOf('apiKey')} must hold the key of the service, or ${findings.nameOf('apiKeyFile')} must name a file that does.`,
    );
  return found.kind === 'key' ? found.key : '';
}

/** The key from the caller, else from the environment, else from `.env`. */
function findKey(sources: SettingSources, findings: Findings): FoundKey {
  const { apiKey, apiKeyFile } = sources.given;
  const name = findings.nameOf('apiKey');
  if (apiKeyFile !== undefined) return readKeyFile(apiKeyFile, findings.nameOf('apiKeyFile'), sources, findings);
  // An empty key must not send the key of the environment to this service.
  if (apiKey !== undefined) return nonBlank(apiKey) === undefined ? { kind: 'none' } : checkKey(apiKey, name, findings);
  for (const layer of [sources.environment, sources.dotenv]) {
    const value = nonBlank(layer[settings.apiKey.variable]);
    const file = nonBlank(layer[settings.apiKeyFile.variable]);
    if (value !== undefined && file !== undefined)
      findings.note(`${name} and ${settings.apiKeyFile.variable} are both set; the run uses ${name}.`);
    if (value !== undefined) return checkKey(value, name, findings);
    if (file !== undefined) return readKeyFile(file, settings.apiKeyFile.variable, sources, findings);
  }
  return { kind: 'none' };
}

function checkKey(key: string, from: string, findings: Findings): FoundKey {
  if (/^[!-~]+$/.test(key)) return { kind: 'key', key };
  findings.problem(`The key in ${from} must be visible ASCII characters without a space or a line break.`);
  return { kind: 'bad' };
}

function readKeyFile(path: string, from: string, { readFile }: SettingSources, findings: Findings): FoundKey {
  const read = readFile(path);
  const key = read.kind === 'ok' ? read.text.replace(/\r?\n$/, '') : '';
  if (key !== '') return checkKey(key, from, findings);
  const problem = read.kind === 'ok' ? 'is empty' : read.problem;
  findings.problem(`The file of ${from} ${problem}. It must hold only the key.`);
  return { kind: 'bad' };
}
