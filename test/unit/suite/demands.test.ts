import { expect, it } from 'vitest';
import type { Credential } from '../../../src/http/request.ts';
import { BODY_FORMS } from '../../../src/suite/bodies/body-forms.ts';
import { asDemanded } from '../../../src/suite/demands.ts';
import { KEY_PLACES } from '../../../src/suite/keys/key-places.ts';
import { createRequest } from '../../../src/suite/operations/requests.ts';
import { allowedInsteadOf401 } from '../../../src/suite/responses/response.ts';
import { credentials, KEY } from './fakes.ts';

const [WITH_ID] = BODY_FORMS;
const IN_SCHEME = KEY_PLACES.find(({ words }) => words.endsWith('Token'));

function demanded(credential: Credential) {
  const demands = { key: IN_SCHEME ?? null, body: WITH_ID ?? null, bodies: 0 };
  const knowledge = { redirectsToSlash: () => false };
  const sent = { ...createRequest({ name: 'Rex', categoryId: 1n, status: 'sold' }), credential };
  const { body, ...request } = asDemanded({ found: { demands }, knowledge }, sent);
  const { authorization, isValidKey } = request.credential;
  return [authorization, String(body).includes('"id":'), isValidKey, request.detour !== undefined];
}

const wrong = (token: string): Credential => ({
  id: 'wrong',
  label: '',
  authorization: `Bearer ${token}`,
  shell: null,
  token,
});
const { 'basic-wrong-key': otherScheme, 'key-before-another': otherForm } = credentials;

it.each(KEY_PLACES.map((place) => [place.words, place] as const))(
  'a wrong key may end as in the header: %s',
  (_, place) => {
    const request = createRequest({ name: 'Rex', categoryId: 1n, status: 'sold' });
    const ended = ["' or 1", 'k9'].map((token) => {
      const { credential } = place.apply({ ...request, credential: wrong(token) });
      return allowedInsteadOf401(400, credential) !== null;
    });
    expect(ended).toEqual([true, false]);
  },
);

it.each([
  ['the right key', credentials.valid, `Token ${KEY}`, true, true],
  ['a wrong key', wrong('k9'), 'Token k9', undefined, true],
  ['a token outside the alphabet', wrong("' or 1"), "Token ' or 1", undefined, true],
  ['no key', credentials.none, null, undefined, false],
  ['another scheme', otherScheme, otherScheme.authorization, undefined, false],
  ['another form of the right key', otherForm, otherForm.authorization, undefined, false],
] as const)('%s is sent in the place and beside the body that the service demands', (_, credential, ...expected) => {
  const [authorization, isValidKey, hasDetour] = expected;
  expect(demanded(credential)).toEqual([authorization, true, isValidKey, hasDetour]);
});
