import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PACKAGE_ROOT } from '../../../src/run/package-root.ts';

const page = readFileSync(join(PACKAGE_ROOT, 'docs/architecture.md'), 'utf8');
const picture = readFileSync(join(PACKAGE_ROOT, 'docs/images/architecture.svg'), 'utf8');

/** Each room of the page with those that it may know, as the page names them. */
const described = new Map(
  page.split('\n').flatMap((line) => {
    const [, room, , known] = /^\| `([\w/-]+)` +\|(.*)\|(.*)\|$/.exec(line) ?? [];
    return room === undefined || known === undefined ? [] : [[room, namesIn(known)] as const];
  }),
);

function namesIn(cell: string): readonly string[] {
  return cell
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
    .map((name) => `src/${name}`)
    .toSorted();
}

const rooms = ['specs', ...readdirSync(join(PACKAGE_ROOT, 'src')).map((name) => `src/${name}`)];

/** The modules that each file of a room imports, by the path of the file. */
function importsOf(room: string): readonly (readonly [file: string, specifiers: readonly string[]])[] {
  return readdirSync(join(PACKAGE_ROOT, room), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.[jt]s$/.test(name))
    .map((name) => {
      const text = readFileSync(join(PACKAGE_ROOT, room, name), 'utf8');
      const specifiers = [...text.matchAll(/(?:from|import\(|import)\s*'([^']+)'/g)];
      return [`${room}/${name}`, specifiers.map(([, specifier = '']) => specifier)];
    });
}

/** The other rooms from which the files of a room import. */
function knownBy(room: string): readonly string[] {
  const places = importsOf(room).flatMap(([file, specifiers]) =>
    specifiers.filter((each) => each.startsWith('.')).map((each) => join(file, '..', each)),
  );
  return rooms.filter((other) => other !== room && places.some((place) => place.startsWith(`${other}/`))).toSorted();
}

describe('docs/architecture.md', () => {
  it('names every room, and none that is not there', () => {
    expect([...described.keys()].toSorted()).toEqual(rooms.toSorted());
    expect([...described.keys()].filter((room) => !existsSync(join(PACKAGE_ROOT, room)))).toEqual([]);
  });

  it.each([...described])('says what %s may import from, no more and no less', (room, known) => {
    expect(known).toEqual(knownBy(room));
  });

  it('names every folder of src/suite, and none that is not there', () => {
    const [, section = ''] = page.split('## Inside `src/suite`');
    const named = [...section.slice(0, section.indexOf('\n## ')).matchAll(/^\| `([a-z]+)` /gm)].map(
      ([, name = '']) => name,
    );
    const folders = readdirSync(join(PACKAGE_ROOT, 'src/suite'), { withFileTypes: true }).filter((each) =>
      each.isDirectory(),
    );
    expect(named.toSorted()).toEqual(folders.map(({ name }) => name).toSorted());
  });

  it('has every room in its picture, and none that is not there', () => {
    const drawn = [...picture.matchAll(/<text class="name"[^>]*>([^<]+)</g)].map(([, name]) => name ?? '');
    expect(drawn.filter((name) => !name.includes(' ')).toSorted()).toEqual(rooms.toSorted());
  });
});

describe('imports', () => {
  const FOLDERS = ['src', 'specs', 'lab', 'scripts', 'test'];
  it.each<[room: string, allowed: readonly string[]]>([
    ['src', ['specs']],
    ['specs', ['src']],
    ['lab', ['src', 'specs']],
    ['scripts', ['src', 'specs', 'lab']],
  ])('of %s lead to no other folder than its own and %s', (room, allowed) => {
    const others = FOLDERS.filter((folder) => folder !== room && !allowed.includes(folder));
    const wrong = importsOf(room).flatMap(([file, specifiers]) =>
      specifiers
        .filter(
          (each) => each.startsWith('.') && others.some((other) => join(file, '..', each).startsWith(`${other}/`)),
        )
        .map((each) => `${file} imports ${each}`),
    );
    expect(wrong).toEqual([]);
  });
});

it('no spec hands anything to the test runner itself, which gets new cases for every target', () => {
  const specs = importsOf('specs');
  expect(specs.length).toBeGreaterThan(10);
  expect(specs.filter(([, specifiers]) => specifiers.includes('vitest'))).toEqual([]);
});

/** The files that a file of src or specs imports, types included, by its path. */
const imported = new Map(
  ['src', 'specs']
    .flatMap(importsOf)
    .map(([file, specifiers]) => [
      file,
      specifiers.filter((each) => each.startsWith('.')).map((each) => join(file, '..', each)),
    ]),
);

/** A circle of imports that leads from a path back to its start; null if there is none. */
function circleFrom(path: readonly string[], visited: Set<string>): readonly string[] | null {
  for (const next of imported.get(path.at(-1) ?? '') ?? []) {
    if (path.includes(next)) return [...path.slice(path.indexOf(next)), next];
    if (visited.has(next)) continue;
    const circle = circleFrom([...path, next], visited);
    if (circle !== null) return circle;
  }
  visited.add(path.at(-1) ?? '');
  return null;
}

it('no file imports in a circle, types included', () => {
  expect(imported.size).toBeGreaterThan(100);
  const visited = new Set<string>();
  const circle = [...imported.keys()].map((file) => circleFrom([file], visited)).find((found) => found !== null);
  expect(circle).toBeUndefined();
});

it('no file loads ajv when it is imported, because most commands do not need it', () => {
  const files = importsOf('src').map(([file]) => file);
  const loads = files.filter((file) =>
    /^import (?!type )[^;]*from 'ajv/m.test(readFileSync(join(PACKAGE_ROOT, file), 'utf8')),
  );
  expect(loads).toEqual([]);
});
