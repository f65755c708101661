import { createPrivateKey } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { NetworkSettings } from '../../../src/settings/network.ts';
import { proxySecrets } from '../../../src/suite/records/run-redactor.ts';
import { makeAuthority, makeIdentity } from '../../../lab/hostile/certificates.ts';
import { configured, filesWith, problemsOf, target } from '../../support/configuration-under-test.ts';

type Texts = Readonly<Record<string, string>>;

function networkWith(environment: Texts, files: Texts = {}): NetworkSettings {
  return configured({ environment: { ...target, ...environment }, readFile: filesWith(files) });
}

describe('trust', () => {
  it('takes the certificates of a file, and no key that it holds too', () => {
    const { certificate } = makeAuthority('Some authority');
    const text = `${certificate}-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n`;
    const { trust } = networkWith({ PETSTORE_CA_FILE: 'ca.pem' }, { 'ca.pem': text });
    expect(trust.authorities).toEqual({ file: 'ca.pem', pem: certificate.trim() });
  });

  it('refuses a file that cannot be read', () => {
    const environment = { ...target, PETSTORE_CA_FILE: 'missing' };
    expect(problemsOf({ environment })).toEqual(['The file of --ca-file (PETSTORE_CA_FILE) cannot be read.']);
  });

  it('refuses a file that holds a broken one', () => {
    const text = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n';
    expect(() => networkWith({ PETSTORE_CA_FILE: 'ca.pem' }, { 'ca.pem': text })).toThrow(
      /--ca-file \(PETSTORE_CA_FILE\)/,
    );
  });
});

describe('a client certificate', () => {
  const authority = makeAuthority('Some authority');
  const { certificate, key } = makeIdentity({ name: 'client' }, authority);
  const pkcs8 = { type: 'pkcs8', format: 'pem' } as const;
  const passphrase = 'some passphrase';
  const readFile = filesWith({
    cert: `${certificate}${authority.certificate}`,
    key,
    encrypted: createPrivateKey(key)
      .export({ ...pkcs8, cipher: 'aes-256-cbc', passphrase })
      .toString(),
    other: makeIdentity({ name: 'other' }, authority).key,
  });
  const withFiles = (cert: string | undefined, keyFile: string | undefined, word?: string) => ({
    environment: target,
    given: { clientCertFile: cert, clientKeyFile: keyFile, clientKeyPassphrase: word },
    readFile,
  });

  it.each([
    ['key', undefined],
    ['encrypted', passphrase],
  ])('is read with its chain and its key: %s', (keyFile, word) => {
    const { client } = configured(withFiles('cert', keyFile, word)).trust;
    expect(client?.certificates.match(/BEGIN CERTIFICATE/g)).toHaveLength(2);
    expect(client?.key.export(pkcs8)).toBe(key);
    expect(JSON.stringify(client)).not.toContain('PRIVATE');
  });

  it.each([
    ['cert', undefined, undefined, 'must be set together'],
    [undefined, 'key', undefined, 'must be set together'],
    ['key', 'key', undefined, 'must hold certificates in PEM'],
    ['cert', 'cert', undefined, 'must hold a private key in PEM'],
    ['cert', 'encrypted', undefined, 'PETSTORE_CLIENT_KEY_PASSPHRASE decrypts'],
    ['cert', 'encrypted', 'wrong word', 'PETSTORE_CLIENT_KEY_PASSPHRASE decrypts'],
    ['cert', 'other', undefined, 'does not match the certificate'],
  ])('of %s with the key of %s and the passphrase %s is rejected', (cert, keyFile, word, part) => {
    expect(problemsOf(withFiles(cert, keyFile, word))).toEqual([expect.stringContaining(part)]);
  });
});

describe('the address to connect to', () => {
  it.each([
    ['10.0.0.7:80', '10.0.0.7:80'],
    [' Pets.example:8443', 'pets.example:8443'],
    ['[::1]:443', '[::1]:443'],
  ])('is a host and a port: %s', (connectTo, read) => {
    expect(configured({ environment: target, given: { connectTo } }).connectTo).toBe(read);
  });

  it.each(['pets.example', 'a:b@pets.example:1', '::1:80', 'pets.example:99999', ':80', 'pets.example:1/v1'])(
    'is rejected: %s',
    (connectTo) => {
      const problems = problemsOf({ environment: target, given: { connectTo } });
      expect(problems).toEqual([expect.stringMatching(/^--connect-to \(PETSTORE_CONNECT_TO\) must be HOST:PORT/)]);
    },
  );
});

describe('a proxy', () => {
  const asked = { PETSTORE_USE_ENV_PROXY: 'true' };
  const withPassword = 'http://us%40er:p%3Aw@proxy.example:3128';

  it.each<[variables: Texts, proxy: object | null]>([
    [{ HTTPS_PROXY: withPassword }, null],
    [{ ...asked, HTTP_PROXY: 'http://other.example' }, null],
    [
      { ...asked, HTTPS_PROXY: withPassword, HTTP_PROXY: 'http://other.example' },
      {
        origin: 'http://proxy.example:3128',
        authorization: `Basic ${Buffer.from('us@er:p:w').toString('base64')}`,
        variable: 'HTTPS_PROXY',
      },
    ],
    [
      { ...asked, https_proxy: 'proxy.example:8080' },
      { origin: 'http://proxy.example:8080', authorization: null, variable: 'https_proxy' },
    ],
  ])('of %j is used where it is asked for', (variables, proxy) => {
    expect(networkWith(variables).proxy).toEqual(proxy);
  });

  it.each([
    ['pets.example', null],
    ['*.example', null],
    ['PETS.EXAMPLE', null],
    ['ets.example', 'used'],
    ['pets.example:8443', 'used'],
    ['a.pets.example', 'used'],
  ])('is left out or used where NO_PROXY is %s: %s', (exceptions, used) => {
    const { proxy } = networkWith({ ...asked, HTTPS_PROXY: 'http://proxy.example', NO_PROXY: exceptions });
    expect(proxy && 'used').toBe(used);
  });

  it.each([
    ['[::1]:8080', null],
    ['::1', null],
    ['[::1]:9', 'used'],
  ])('excepts IPv6 addresses as well: %s', (exceptions, used) => {
    const variables = { ...asked, PETSTORE_BASE_URL: 'http://[::1]:8080/v1', HTTP_PROXY: 'http://proxy.example' };
    expect(networkWith({ ...variables, NO_PROXY: exceptions }).proxy && 'used').toBe(used);
  });

  it('that is no address is refused, without a word of its password', () => {
    const problems = problemsOf({ environment: { ...target, ...asked, HTTPS_PROXY: 'socks5://a:secret-word@b' } });
    expect(problems).toEqual(['HTTPS_PROXY must be the address of a proxy, such as http://proxy.example:3128.']);
  });

  it('has its credentials kept secret in every form', () => {
    const { proxy } = networkWith({ ...asked, HTTPS_PROXY: 'http://user:pass-word@proxy.example' });
    const values = proxySecrets(proxy).map(({ value }) => value);
    expect(values).toEqual([Buffer.from('user:pass-word').toString('base64'), 'user:pass-word', 'pass-word']);
    expect(proxySecrets(null)).toEqual([]);
  });
});
