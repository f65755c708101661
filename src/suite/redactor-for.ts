import type { Configuration } from '../settings/configuration.ts';
import { type Credentials, credentialsFor, secretsOf } from './keys/credentials.ts';
import { proxySecrets } from '../settings/proxy-settings.ts';
import { createRedactor, type Redactor } from '../http/redaction.ts';
import { mutatedKeys } from './keys/mutated-keys.ts';

/** A redactor of all secrets that a run knows: its key and what is made from it, its headers, the password of its proxy. */
export function redactorFor(
  configuration: Configuration,
  credentials: Credentials = credentialsFor(configuration.apiKey, () => 0.5),
): Redactor {
  return createRedactor([
    ...secretsOf(configuration.apiKey, credentials, configuration.headers),
    ...proxySecrets(configuration.network?.proxy ?? null),
    ...mutatedKeys(configuration).map(({ secret }) => secret),
  ]);
}
