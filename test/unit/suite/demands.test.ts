import { expect, it } from 'vitest';
import type { Credential } from '../../../src/http/request.ts';
import { BODY_FORMS } from '../../../src/suite/bodies/body-forms.ts';
import { asDemanded } from '../../../src/suite/demands.ts';
import { KEY_PLACES } from '../../../src/suite/keys/key-places.ts';
import { createRequest } from '../../../src/suite/operations/requests.ts';
import { allowedInsteadOf401 } from '../../../src/suite/responses/response.ts';
import { credentials } from './fakes.ts';

const [WITH_ID] = BODY_FORMS;
const IN_SCHEME = KEY_PLACES.find(({ words }) => words.endsWith('Token'));

function demanded(credential: Credential) {
  const mayBeClosed = allowedInsteadOf401('closed', credential) !== null;
  const demands = { key: IN_SCHEME ?? null, body: WITH_ID ?? null, bodies: 0 };
  const known = { redirectsToSlash: () => false };
  const sent = { ...createRequest({ name: 'Rex', categoryId: 1n, status: 'sold' }), credential, mayBeClosed };
  const { body, ...request } = asDemanded({ found: { demands }, known, configuration: { apiKey: 'key' } }, sent);
  const { authorization, isValidKey } = request.credential;
  return [authorization, String(body).includes('"id":'), isValidKey, request.detour !== undefined];
}

const custom = (authorization: string | null): Credential => ({ id: 'wrong', label: '', authorization, shell: null });

it.each([
  ['the right key', credentials.valid, 'Token key', true, true],
  ['a wrong key', custom('Bearer k9'), 'Token k9', undefined, true],
  ['no key', custom(null), null, undefined, false],
  ['a token outside the alphabet', custom("Bearer ' or 1"), "Bearer ' or 1", undefined, false],
  ['another scheme', custom('Basic k9'), 'Basic k9', undefined, false],
] as const)('%s is sent in the place and beside the body that the service demands', (_, credential, ...expected) => {
  const [authorization, isValidKey, hasDetour] = expected;
  expect(demanded(credential)).toEqual([authorization, true, isValidKey, hasDetour]);
});
