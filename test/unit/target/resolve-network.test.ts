import { describe, expect, it } from 'vitest';
import { defaultNetwork, type NetworkSettings } from '../../../src/target/network-settings.ts';
import { proxySecrets } from '../../../src/target/proxy-settings.ts';
import { makeAuthority } from '../../../lab/hostile/certificates.ts';
import { configured, notesOf, problemsOf, target } from '../../support/configuration-under-test.ts';

function networkWith(environment: Readonly<Record<string, string>>, files: Readonly<Record<string, string>> = {}) {
  const readFile = (path: string): string => {
    const text = files[path];
    if (text === undefined) throw new Error('no file');
    return text;
  };
  return configured({ environment: { ...target, ...environment }, readFile }).network ?? defaultNetwork;
}

describe('the bounds of a run', () => {
  it('are taken from their settings, sizes in KiB', () => {
    const network: NetworkSettings = networkWith({
      PETSTORE_MAX_RPS: '2.5',
      PETSTORE_MAX_REQUESTS: '10',
      PETSTORE_MAX_HEAD: '1',
      PETSTORE_MAX_BODY: '2',
      PETSTORE_MAX_UNPACKED: '3',
      PETSTORE_MAX_DEPTH: '40',
    });
    expect(network).toMatchObject({ requestsPerSecond: 2.5, maxRequests: 10, maxDepth: 40 });
    expect(network.sizes).toEqual({ head: 1024, body: 2048, unpacked: 3072 });
  });

  it.each([
    ['PETSTORE_MAX_RPS', '0'],
    ['PETSTORE_MAX_RPS', 'many'],
    ['PETSTORE_MAX_REQUESTS', '0'],
    ['PETSTORE_MAX_REQUESTS', '1.5'],
    ['PETSTORE_MAX_HEAD', '1025'],
    ['PETSTORE_MAX_BODY', '-1'],
    ['PETSTORE_MAX_UNPACKED', '9999999'],
    ['PETSTORE_MAX_DEPTH', '1'],
    ['PETSTORE_MAX_DEPTH', '2001'],
    ['PETSTORE_INSECURE', 'perhaps'],
  ])('refuse %s=%s in one sentence', (variable, value) => {
    const problems = problemsOf({ environment: { ...target, [variable]: value } });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(variable);
  });
});

describe('trust', () => {
  it('takes the certificates of a file, and no key that it holds too', () => {
    const { certificate } = makeAuthority('Some authority');
    const text = `${certificate}-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n`;
    const { trust } = networkWith({ PETSTORE_CA: 'ca.pem' }, { 'ca.pem': text });
    expect(trust.authorities).toEqual({ file: 'ca.pem', pem: certificate.trim() });
  });

  it.each([
    ['is not there', {}],
    ['holds no certificate', { 'ca.pem': 'nothing' }],
    ['holds a broken one', { 'ca.pem': '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n' }],
  ])('refuses a file that %s', (_what, files: Readonly<Record<string, string>>) => {
    expect(() => networkWith({ PETSTORE_CA: 'ca.pem' }, files)).toThrow(/--ca \(PETSTORE_CA\)/);
  });

  it('warns of --insecure', () => {
    expect(notesOf({ environment: target, flags: { insecure: true } })[0]).toContain('certificates are not checked');
    expect(notesOf({ environment: target })).toEqual([]);
  });
});

describe('a proxy', () => {
  const asked = { PETSTORE_PROXY_FROM_ENVIRONMENT: 'true' };

  it('is taken from the environment where it is asked for', () => {
    const variables = { HTTPS_PROXY: 'http://us%40er:p%3Aw@proxy.example:3128', HTTP_PROXY: 'http://other.example' };
    expect(networkWith(variables).proxy).toBeNull();
    expect(networkWith({ ...asked, ...variables }).proxy).toEqual({
      origin: 'http://proxy.example:3128',
      authorization: `Basic ${Buffer.from('us@er:p:w').toString('base64')}`,
      variable: 'HTTPS_PROXY',
    });
    expect(networkWith({ ...asked, https_proxy: 'proxy.example:8080' }).proxy?.origin).toBe(
      'http://proxy.example:8080',
    );
  });

  it.each(['*', 'pets.example', '.example', 'a.example, pets.example:443', '*.example', 'PETS.EXAMPLE'])(
    'is left out where NO_PROXY is %s',
    (exceptions) => {
      const variables = { ...asked, HTTPS_PROXY: 'http://proxy.example:3128', NO_PROXY: exceptions };
      expect(networkWith(variables).proxy).toBeNull();
    },
  );

  it.each(['ets.example', 'pets.example:8443', 'example.com', 'a.pets.example', ','])(
    'is used where NO_PROXY is %s',
    (exceptions) => {
      const variables = { ...asked, HTTPS_PROXY: 'http://proxy.example:3128', NO_PROXY: exceptions };
      expect(networkWith(variables).proxy).not.toBeNull();
    },
  );

  it('excepts IPv6 addresses as well', () => {
    const variables = { ...asked, PETSTORE_BASE_URL: 'http://[::1]:8080/v1', HTTP_PROXY: 'http://proxy.example' };
    expect(networkWith({ ...variables, NO_PROXY: '[::1]:8080' }).proxy).toBeNull();
    expect(networkWith({ ...variables, NO_PROXY: '::1' }).proxy).toBeNull();
    expect(networkWith({ ...variables, NO_PROXY: '[::1]:9' }).proxy).not.toBeNull();
  });

  it('that is no address is refused, without a word of its password', () => {
    const problems = problemsOf({ environment: { ...target, ...asked, HTTPS_PROXY: 'socks5://a:secret-word@b' } });
    expect(problems).toEqual(['HTTPS_PROXY must be the address of a proxy, such as http://proxy.example:3128.']);
  });

  it('that is asked for and not there is told of', () => {
    expect(notesOf({ environment: { ...target, ...asked } })[0]).toContain('HTTPS_PROXY is not set');
  });

  it('has its credentials kept secret in every form', () => {
    const { proxy } = networkWith({ ...asked, HTTPS_PROXY: 'http://user:pass-word@proxy.example' });
    const values = proxySecrets(proxy).map(({ value }) => value);
    expect(values).toEqual([Buffer.from('user:pass-word').toString('base64'), 'user:pass-word', 'pass-word']);
    expect(proxySecrets(null)).toEqual([]);
  });
});
