import { type Findings, nonBlank, type SettingSources } from './read-settings.ts';
import { settings } from './settings.ts';

/** The key for the service; '' if the embedded service is the target, or if there is a problem. */
export function readApiKey(embedded: boolean, sources: SettingSources, findings: Findings): string {
  const key = findKey(sources, findings);
  if (embedded) {
    if (key !== null)
      findings.note(`A key is set but no ${findings.nameOf('baseUrl')}: the embedded service is the target.`);
    return '';
  }
  if (key === null)
    findings.problem(
      `${findings.nameOf('apiKey')} must hold the key of the service, or ${findings.nameOf('apiKeyFile')} must name a file that does.`,
    );
  return key ?? '';
}

/** The key from the caller, else from the environment, else from `.env`; null if none is set. */
function findKey(sources: SettingSources, findings: Findings): string | null {
  const { apiKey, apiKeyFile } = sources.given;
  const name = findings.nameOf('apiKey');
  if (apiKeyFile !== undefined) return readKeyFile(apiKeyFile, findings.nameOf('apiKeyFile'), sources, findings);
  // An empty key must not send the key of the environment to this service.
  if (apiKey !== undefined) return nonBlank(apiKey) === undefined ? null : checkKey(apiKey, name, findings);
  for (const layer of [sources.environment, sources.dotenv]) {
    const value = nonBlank(layer[settings.apiKey.variable]);
    const file = nonBlank(layer[settings.apiKeyFile.variable]);
    if (value !== undefined && file !== undefined)
      findings.note(`${name} and ${settings.apiKeyFile.variable} are both set; the run uses ${name}.`);
    if (value !== undefined) return checkKey(value, name, findings);
    if (file !== undefined) return readKeyFile(file, settings.apiKeyFile.variable, sources, findings);
  }
  return null;
}

/** The key, or '' if it has a problem: only a missing key is null. */
function checkKey(key: string, from: string, findings: Findings): string {
  if (/^[!-~]+$/.test(key)) return key;
  findings.problem(`The key in ${from} must be visible ASCII characters without a space or a line break.`);
  return '';
}

function readKeyFile(path: string, from: string, { readFile }: SettingSources, findings: Findings): string {
  const read = readFile(path);
  const key = read.kind === 'ok' ? read.text.replace(/\r?\n$/, '') : '';
  if (key !== '') return checkKey(key, from, findings);
  const problem = read.kind === 'ok' ? 'is empty' : read.problem;
  findings.problem(`The file of ${from} ${problem}. It must hold only the key.`);
  return '';
}
