import { brotliCompressSync, gzipSync } from 'node:zlib';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { FORMATS } from '../../src/report/formats.ts';
import { runProcess } from '../support/command-in.ts';
import { startRawServer } from '../support/raw-server.ts';

const BIN = fileURLToPath(new URL('../../bin/petstore-conformance.js', import.meta.url));

/** Ways in which a service may return the key. */
const WAYS: readonly ((token: string) => string)[] = [
  (token) => token,
  (token) => encodeURIComponent(token),
  (token) => Array.from(token, (c) => `%${c.charCodeAt(0).toString(16).padStart(2, '0')}`).join(''),
  (token) => Buffer.from(token).toString('base64'),
  (token) => Buffer.from(`x${token}`).toString('base64url'),
  (token) => Buffer.from(token).toString('hex'),
  (token) => Array.from(token, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''),
  (token) => Array.from(token, (c) => `&#${c.charCodeAt(0)};`).join(''),
  (token) => Array.from(token, (c) => `&#x${c.charCodeAt(0).toString(16)};`).join(''),
  (token) => token.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;'),
];

/** Echoes the key in the body, in header fields and in a redirect address, in a different way each time. */
function echoing(): (request: IncomingMessage, response: ServerResponse) => void {
  let responses = 0;
  return (request, response) => {
    request.resume();
    responses += 1;
    const token = (request.headers.authorization ?? '').replace(/^\S+ /, '');
    const way = WAYS[responses % WAYS.length] ?? String;
    const text = JSON.stringify({ code: 'denied', message: `not ${way(token)}!`, status: 401, also: token });
    const plain = Buffer.from(text);
    const codings = [
      ['gzip', gzipSync(plain)],
      ['br', brotliCompressSync(plain)],
      [null, plain],
    ] as const;
    const [coding, body] = codings[responses % 3] ?? codings[2];
    response.writeHead(responses % 7 === 0 ? 302 : responses % 2 === 0 ? 401 : 200, {
      'content-type': 'application/json',
      'x-echo': way(token).replaceAll(/[^ -~]/g, ''),
      location: `http://elsewhere.example/?key=${encodeURIComponent(token)}`,
      ...(coding === null ? {} : { 'content-encoding': coding }),
    });
    // Split the body within the key, because no chunk should contain the whole key.
    response.write(body.subarray(0, body.length >> 1));
    setImmediate(() => response.end(body.subarray(body.length >> 1)));
  };
}

/** A key with special characters that looks encoded. */
const KEY = `c4n4ry/+="'<>&%20%2541&amp;\\u0041$\`(x)#;==`;

/** Every file of a run, by name. */
function textsBelow(directory: string): readonly (readonly [string, string])[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => [entry.name, readFileSync(join(entry.parentPath, entry.name), 'latin1')] as const);
}

/** Whether a text contains the key, or a near miss, in one of the ways. */
function holds(text: string, key: string): boolean {
  return [key, key.slice(0, -1)].some((secret) => WAYS.some((way) => text.includes(way(secret))));
}

describe('a key that a service echoes in every way', () => {
  it('appears in no artifact, no output and no temporary file, and reaches no unrequested proxy', async () => {
    const target = createServer(echoing()).listen(0, '127.0.0.1');
    await once(target, 'listening');
    const { port } = target.address() as AddressInfo;
    const proxy = await startRawServer((socket) => socket.destroy());
    const proxyAddress = new URL(proxy.baseUrl).origin;
    const folder = mkdtempSync(join(tmpdir(), 'petstore-conformance-secrets-'));
    try {
      const { code, out, error } = await runProcess(process.execPath, [BIN, 'run', '--examples', '0'], folder, {
        PATH: process.env['PATH'] ?? '',
        HOME: folder,
        TMPDIR: folder,
        PETSTORE_BASE_URL: `http://127.0.0.1:${port}/v1`,
        PETSTORE_API_KEY: KEY,
        HTTP_PROXY: proxyAddress,
        http_proxy: proxyAddress,
        ALL_PROXY: proxyAddress,
        GITHUB_ACTIONS: 'true',
        GITHUB_STEP_SUMMARY: join(folder, 'summary.md'),
      });
      expect({ code, proxied: proxy.requests }).toEqual({ code: 1, proxied: [] });
      const texts = [['output', out + error] as const, ...textsBelow(folder)];
      expect(texts.map(([name]) => name)).toEqual(
        expect.arrayContaining([...Object.values(FORMATS).map(({ file }) => file), 'summary.md']),
      );
      expect(texts.filter(([, text]) => holds(text, KEY)).map(([name]) => name)).toEqual([]);
      expect(new Map(texts).get('report.json')).toContain('[key]');
      expect(statSync(join(folder, 'reports', 'report.json')).mode & 0o077).toBe(0);
    } finally {
      target.close();
      await proxy.close();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

describe('the search for a key', () => {
  it('finds it in each of the ways', () => {
    for (const way of WAYS) expect(holds(`before ${way(KEY)} after`, KEY)).toBe(true);
    expect(holds('nothing at all', KEY)).toBe(false);
  });
});
