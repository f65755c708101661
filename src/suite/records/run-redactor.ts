import { credentialRow, type Credentials, credentialsFor } from '../keys/credentials.ts';
import type { Proxy } from '../../settings/network.ts';
import { PRODUCT } from '../../http/prepare-request.ts';
import { createRedactor, type Redactor, type Secret, shortestSecretByValue } from '../../http/redaction.ts';
import type { Credential } from '../../http/request.ts';
import type { Configuration } from '../../settings/configuration.ts';
import type { Header } from '../../http/exchange.ts';
import type { SecretName } from '../../settings/settings.ts';
import type { RunRecord } from './records.ts';

/** Redacts all secrets of a run: its key and variations of it, its headers, and the password of its proxy. */
export function redactorFor(
  configuration: Configuration,
  credentials: Credentials = credentialsFor(configuration.apiKey, () => 0.5),
): Redactor {
  return createRedactor([
    ...secretsOf(configuration.apiKey, credentials, configuration.headers, {
      passphrase: configuration.clientKeyPassphrase,
      shown: [PRODUCT, configuration.baseUrl],
    }),
    ...proxySecrets(configuration.proxy),
  ]);
}

/** The key, the keys that are made from it, and the values of the configured headers. `shown`: what each request shows. */
export function secretsOf(
  apiKey: string,
  credentials: Credentials,
  headers: readonly Header[],
  { passphrase = null, shown = [] }: { readonly passphrase?: string | null; readonly shown?: readonly string[] } = {},
): readonly Secret[] {
  // A secret setting that is missing here does not compile.
  const bySetting: Readonly<Record<SecretName, readonly Secret[]>> = {
    apiKey: [
      ...(apiKey === '' ? [] : [{ value: apiKey, label: '[key]' }]),
      ...Object.values(credentials).flatMap((credential) => similarKey(credential, shown)),
    ],
    clientKeyPassphrase: passphrase === null ? [] : [{ value: passphrase, label: '[passphrase]' }],
    headers: headers.flatMap(([name, value]) => headerSecrets(value, `[header ${name}]`)),
  };
  return Object.values(bySetting).flat();
}

/** The credentials of a proxy, alone and as they are sent. */
export function proxySecrets(proxy: Proxy | null): readonly Secret[] {
  if (proxy === null || proxy.authorization === null) return [];
  const encoded = proxy.authorization.replace(/^Basic /, '');
  const plain = Buffer.from(encoded, 'base64').toString();
  const password = plain.slice(plain.indexOf(':') + 1);
  return [encoded, plain, password].map((value) => ({ value, label: '[proxy credentials]' }));
}

/** A reader of a wrong key that is made from the right one could guess the right one, unless each request shows it in any case. */
function similarKey({ id, token, label }: Credential, shown: readonly string[]): readonly Secret[] {
  if (token === undefined || credentialRow(id).kind !== 'similar key') return [];
  const secret = { value: token, label: label.replace(/^Bearer /, '') };
  const isShown = shown.some((text) => text.toLowerCase().includes(token.toLowerCase()));
  return [id === 'key-cut-short' || isShown ? { ...secret, isPart: true } : secret];
}

/** A service may echo one part of a value such as `Basic …` or `name=…; other=…`. */
function headerSecrets(value: string, label: string): readonly Secret[] {
  const parts = value.split(/[\s;,=]+/).filter((part) => part.length > shortestSecretByValue);
  return [...new Set([value, ...parts])].filter((part) => part !== '').map((part) => ({ value: part, label }));
}

/** Redacts what cases record, because a finding may quote an echo of the key. Exchanges are redacted already. */
export function redactRecord(redactor: Pick<Redactor, 'redactText'>): (record: RunRecord) => RunRecord {
  const redact = redactor.redactText;
  return (record) => {
    if (record.type === 'judgement' || record.type === 'rule-violated' || record.type === 'rule-undecided') {
      const { judgement } = record;
      const pointer = judgement.pointer === null ? null : redact(judgement.pointer);
      const [expected, actual] = [redact(judgement.expected), redact(judgement.actual)];
      const reason = judgement.reason === null ? null : redact(judgement.reason);
      return { ...record, judgement: { ...judgement, expected, actual, pointer, reason } };
    }
    if (record.type === 'stopped') return { ...record, reason: redact(record.reason) };
    if (record.type === 'soak' && record.soak.endedBy !== null)
      return { ...record, soak: { ...record.soak, endedBy: redact(record.soak.endedBy) } };
    if (record.type === 'trial') return { ...record, trial: { ...record.trial, tried: redact(record.trial.tried) } };
    if (record.type === 'facts') {
      const { facts } = record;
      return { ...record, facts: { ...facts, categoriesAccepted: facts.categoriesAccepted.map(redact) } };
    }
    if (record.type !== 'addition') return record;
    const { id, name } = record.addition;
    // A service may echo a numeric key as an id.
    const shown = { id: id === null || redact(id) === id ? id : null, name: name === null ? null : redact(name) };
    return { ...record, addition: { ...record.addition, ...shown } };
  };
}
