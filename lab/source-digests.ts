import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { digestOf } from '../src/contract/digest.ts';
import { PACKAGE_ROOT } from '../src/run/package-root.ts';
import { filesUnder } from '../src/run/suite-identity.ts';

/** Digests of the sources that decide a judgement. They show which records are out of date. */
export interface SourceDigests {
  /** The digest of everything that cases and services share. */
  readonly rules: string;
  /** By case id: the digest of the block of `specs` that defines the case. */
  readonly cases: Readonly<Record<string, string>>;
  /** By service id, such as `fault/limit-ignored`: the digest of the block that defines the service. */
  readonly services: Readonly<Record<string, string>>;
}

/** What decides a judgement, from the request to the outcome of a requirement. The rest of `src/report` words it and lays it out. */
const FOLDERS = [
  'schemas',
  'specs',
  'src/contract',
  'src/http',
  'src/reference',
  'src/report/verdict',
  'src/run',
  'src/settings',
  'src/suite',
];
/** `npm run detect -- --record` writes this file. */
const RECORDED = 'src/run/measured-cost.json';
/** A statement or an element of an array that is indented by two spaces. The formatter indents every file. */
const BLOCK = /^ {2}[^\s)\]}].*\n(?: {3}.*\n|\n(?= {3})| {2}[)\]}].*\n)*/gm;
/** Whether another file can name a type changes no judgement. */
const EXPORTED_TYPE = /^export (?=(?:interface|type) \w)/gm;
const FAULTS = 'src/reference/faults/';
const VARIANTS = 'src/reference/compliant/';

/**
 * Computes the digests of some cases and services. What no block defines is among the shared sources, so its own digest is
 * empty. `filesOf` returns the sources by path.
 */
export function digestSources(
  cases: readonly { readonly caseId: string; readonly place: string }[],
  services: readonly { readonly id: string }[],
  files: ReadonlyMap<string, string> = readSources(),
): SourceDigests {
  const shared: string[] = [];
  const byPlace = new Map<string, string>();
  const byId = new Map<string, string>();
  for (const [path, source] of files) {
    shared.push(
      path,
      source.replaceAll(BLOCK, (block, offset: number) => {
        const digest = shortDigest(block);
        if (path.startsWith('specs/') && block.includes('testCase(')) {
          const first = source.slice(0, offset).split('\n').length;
          for (const line of block.split('\n').keys()) byPlace.set(`${path}:${first + line}`, digest);
          return '';
        }
        const id = /^ {4}id: '(.+)',$/m.exec(block)?.[1];
        if (id === undefined || !(path.startsWith(FAULTS) || path.startsWith(VARIANTS))) return block;
        byId.set(`${path.startsWith(FAULTS) ? 'fault' : 'compliant'}/${id}`, digest);
        return '';
      }),
    );
  }
  return {
    rules: shortDigest(shared.join('\n').replaceAll(EXPORTED_TYPE, '').replaceAll(/\n+/g, '\n')),
    cases: Object.fromEntries(cases.map(({ caseId, place }) => [caseId, byPlace.get(place) ?? ''])),
    services: Object.fromEntries(services.map(({ id }) => [id, byId.get(id) ?? ''])),
  };
}

function readSources(): ReadonlyMap<string, string> {
  const paths = FOLDERS.flatMap((folder) => filesUnder(PACKAGE_ROOT, folder)).filter((path) => path !== RECORDED);
  return new Map(paths.map((path) => [path, readFileSync(join(PACKAGE_ROOT, path), 'utf8')]));
}

/** The first 12 hexadecimal digits of the SHA-256 of a text. They keep the records short. */
export function shortDigest(text: string): string {
  return digestOf(text).slice('sha256:'.length, 'sha256:'.length + 12);
}
