import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../src/run/package-root.ts';
import type { Outcome, ToolId } from './comparison.ts';

/** One run of a tool: the service, its working folder, and the packages of the peers. */
interface RunPlace {
  readonly url: string;
  readonly key: string;
  readonly place: string;
  readonly modules: string;
}

/** A program with its arguments and additional variables. */
export interface Command {
  readonly file: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** A tool that tests a service. `package` is its name in the registry, or null for this suite. */
export interface Tool {
  readonly id: ToolId;
  readonly name: string;
  readonly package: string | null;
  /** Setup that a user does before a run. Its requests and its time do not count. */
  readonly prepare?: (run: RunPlace) => Promise<void>;
  readonly command: (run: RunPlace) => Command;
  /** The verdict that an exit code means, or null if it is not a verdict. */
  readonly outcomes: (code: number) => Outcome | null;
}

const DESCRIPTION = 'petstore.openapi.yaml';

// The peers have no exit code for their own errors, so every code except 0 counts as an accusation.
const zeroAccepts = (code: number): Outcome => (code === 0 ? 'accepted' : 'accused');

const SUITE_OUTCOMES: readonly (Outcome | undefined)[] = ['accepted', 'accused', 'undecided'];

const suite: Tool = {
  id: 'suite',
  name: 'petstore-conformance',
  package: null,
  command: ({ url, key, place }) => ({
    file: process.execPath,
    args: [join(PACKAGE_ROOT, 'bin/petstore-conformance.js'), 'run', '--reports', join(place, 'report')],
    env: { PETSTORE_BASE_URL: url, PETSTORE_API_KEY: key },
  }),
  outcomes: (code) => SUITE_OUTCOMES[code] ?? null,
};

const respect: Tool = {
  id: 'respect',
  name: 'Redocly Respect',
  package: '@redocly/cli',
  command: ({ url, key, modules }) => ({
    file: process.execPath,
    args: [
      join(modules, '@redocly/cli/bin/cli.js'),
      'respect',
      'respect.arazzo.yaml',
      `--server=petstore=${url}`,
      '--execution-timeout=250000',
    ],
    env: {
      REDOCLY_CLI_RESPECT_INPUT: `apiKey=${key}`,
      REDOCLY_TELEMETRY: 'off',
      REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
    },
  }),
  outcomes: zeroAccepts,
};

const portman: Tool = {
  id: 'portman',
  name: 'Portman',
  package: '@apideck/portman',
  command: ({ url, key, modules }) => ({
    file: process.execPath,
    args: [
      join(modules, '@apideck/portman/bin/portman'),
      `--local=${DESCRIPTION}`,
      `--baseUrl=${url}`,
      '--portmanConfigFile=portman.json',
      '--output=collection.json',
      '--runNewman=true',
    ],
    env: { PORTMAN_API_KEY: key },
  }),
  outcomes: zeroAccepts,
};

const dredd: Tool = {
  id: 'dredd',
  name: 'Dredd',
  package: 'dredd',
  command: ({ url, key, modules }) => ({
    file: process.execPath,
    args: [join(modules, 'dredd/bin/dredd'), DESCRIPTION, url, '--hookfiles', './dredd-hooks.cjs'],
    env: { PETSTORE_API_KEY: key },
  }),
  outcomes: zeroAccepts,
};

/** The responses that Specmatic tests. Omits status 400 of lists, because the contract leaves such queries unspecified. */
const RESPONSE_FILTER = [
  "METHOD='POST'",
  "STATUS='200'",
  ...['list-401', 'read-401', 'unknown'].map((name) => `EXAMPLE-NAME='${name}'`),
].join(' || ');

const specmatic: Tool = {
  id: 'specmatic',
  name: 'Specmatic',
  package: 'specmatic',
  prepare: async ({ url, key, place }) => {
    writeFileSync(join(place, 'petstore.openapi_examples/read.json'), await readExample(url, key));
  },
  command: ({ url, key, place, modules }) => ({
    file: 'java',
    args: [
      `-Duser.home=${place}`,
      `-Djava.io.tmpdir=${place}`,
      // Specmatic reports each run to its vendor. This file lets only loopback names resolve.
      `-Djdk.net.hosts.file=${join(place, 'hosts')}`,
      // Otherwise the JVM spends two thirds of the time on compiling code that runs once.
      '-XX:TieredStopAtLevel=1',
      '-jar',
      join(modules, 'specmatic/specmatic.jar'),
      'test',
      `--testBaseURL=${url}`,
      `--filter=${RESPONSE_FILTER}`,
    ],
    env: { apiKey: key },
  }),
  outcomes: zeroAccepts,
};

/** Every tool that needs only Node, and Specmatic if Java is installed. */
export function toolsFor(hasJava: boolean): readonly Tool[] {
  return [suite, respect, portman, dredd, ...(hasJava ? [specmatic] : [])];
}

/** Specmatic passes no value from a response to the next request, so add the pet that it reads in advance. */
async function readExample(url: string, key: string): Promise<string> {
  const body = JSON.stringify({ name: 'Rex', categoryId: 1, status: 'available' });
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
  const id = await fetch(`${url}/pets`, { method: 'POST', headers, body, signal: AbortSignal.timeout(10_000) })
    .then((response) => response.text())
    .then((text) => /"id"\s*:\s*(-?\d+)/.exec(text)?.[1] ?? '1')
    // A faulty service may return no id. Specmatic reports that itself.
    .catch(() => '1');
  return `{
  "http-request": { "method": "GET", "path": "/pets/${id}" },
  "http-response": {
    "status": 200,
    "headers": { "Content-Type": "application/json" },
    "body": { "id": ${id}, "name": "Rex", "categoryId": 1, "status": "available" }
  }
}
`;
}
