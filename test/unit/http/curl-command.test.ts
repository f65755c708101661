import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type CurlRequest, curlCommand, quote } from '../../../src/http/curl-command.ts';
import { isInert } from '../../../src/report/safe-text.ts';
import { defaultNetwork } from '../../../src/settings/network.ts';
import { testCredentials } from '../../support/client-under-test.ts';

// test/process/shell-commands.test.ts runs such commands.

const plain: CurlRequest = {
  method: 'POST',
  url: 'http://h/v1/pets',
  credential: testCredentials.valid,
  headers: [],
  configuredHeaders: [],
  network: defaultNetwork,
  body: null,
};

describe('the command', () => {
  it('reads well', () => {
    const headers = [['Content-Type', 'application/json']] as const;
    expect(curlCommand({ ...plain, headers, body: Buffer.from('{}') })).toBe(
      `curl -sS -i --compressed --globoff --path-as-is -X POST 'http://h/v1/pets' -H "Authorization: Bearer $PETSTORE_API_KEY" -H 'Content-Type: application/json' --data-binary '{}'`,
    );
  });

  it('reaches the target as the run does, with files from the variables of their settings', () => {
    const client = { file: 'client.pem', certificates: '', key: generateKeyPairSync('ed25519').privateKey };
    const trust = { authorities: { file: 'ca.pem', pem: '' }, insecure: true, client };
    const network = { trust, connectTo: '[::1]:8443', clientKeyPassphrase: 'some passphrase' };
    expect(curlCommand({ ...plain, network })).toContain(
      `--cacert "$PETSTORE_CA_FILE" --insecure --cert "$PETSTORE_CLIENT_CERT_FILE" --key "$PETSTORE_CLIENT_KEY_FILE" --pass "$PETSTORE_CLIENT_KEY_PASSPHRASE" --connect-to '::[::1]:8443' -X POST`,
    );
    const unprotected = { ...network, trust: { ...trust, client: null }, connectTo: null };
    expect(curlCommand({ ...plain, network: unprotected })).not.toMatch(/--cert|--key|--pass|--connect-to/);
  });

  it('names the digest of a body that is too long to be pasted', () => {
    expect(curlCommand({ ...plain, body: Buffer.alloc(20_000, 'x') })).toMatch(
      /--data-binary @body # body: a file of 20000 bytes, sha256 [0-9a-f]{64}$/,
    );
  });

  it('never holds the value of a configured header', () => {
    expect(curlCommand({ ...plain, configuredHeaders: ['X-Api.Gate'] })).toContain(
      '-H "X-Api.Gate: $PETSTORE_HEADER_X_API_GATE"',
    );
  });

  // bash reads the same text from both columns.
  it.each([
    ['a "b" \\c #', `'a "b" \\c #'`],
    ["it's \\", String.raw`$'it\'s \\'`],
    ['x\u202Ey\u200B', String.raw`$'x\xe2\x80\xaey\xe2\x80\x8b'`],
    ['##[error]', String.raw`$'#\x23[error]'`],
  ])('quotes %j so that no terminal acts on it', (text, word) => {
    expect(quote(text)).toBe(word);
    expect(isInert(word)).toBe(true);
  });

  it('takes the key from the environment in a word with escapes too', () => {
    expect(curlCommand({ ...plain, url: "http://h/[key]'b\n" })).toContain(
      String.raw`$'http://h/'"$PETSTORE_API_KEY"$'\'b\n'`,
    );
  });
});
