import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { documentOf } from '../../support/document-of.ts';
import {
  LIMIT_DEFAULT,
  LIMIT_MAX,
  LIMIT_MIN,
  operationRoute,
  OPERATION_IDS,
  operations as table,
} from '../../../src/contract/operations.ts';
import { CONTRACT_SCHEMAS, validate } from '../../../src/contract/validation.ts';
import { PACKAGE_ROOT } from '../../../src/run/package-root.ts';

interface Operation {
  readonly operationId: string;
  readonly deprecated?: boolean;
  readonly 'x-removal-date'?: string;
  readonly security?: unknown;
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly schema: object }[];
  readonly requestBody?: object;
  readonly responses: Readonly<Record<string, object>>;
}

interface Description {
  readonly servers: readonly { readonly url: string }[];
  readonly security: unknown;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: object; readonly responses: object; readonly securitySchemes: object };
}

const TEXT = readFileSync(join(PACKAGE_ROOT, 'openapi/petstore.openapi.yaml'), 'utf8');
const DESCRIPTION = parse(TEXT) as Description;

const validator = new Validator();

async function isValid(text: string): Promise<boolean> {
  return (await validator.validate(parse(text) as Record<string, unknown>)).valid;
}

/** A schema of the folder as the description has it: without its own address, referring within the one file. */
function described(schema: object): object {
  const { $schema, $id, ...rest } = JSON.parse(
    JSON.stringify(schema).replaceAll(/"([a-z-]+)\.schema\.json"/g, (_, name: string) => {
      return JSON.stringify(`#/components/schemas/${titleOf(name)}`);
    }),
  ) as Record<string, unknown>;
  expect([typeof $schema, typeof $id]).toEqual(['string', 'string']);
  const { allOf, title, description, ...own } = rest;
  // What stands beside a reference is put into the list with it, where more tools look for it.
  return Array.isArray(allOf) ? { title, description, allOf: [...allOf, own] } : rest;
}

interface Body {
  readonly schema: { readonly $ref: string };
  readonly example: unknown;
}

/** Every body with its example, in the order of the description. */
function bodies(within: unknown): readonly Body[] {
  if (typeof within !== 'object' || within === null) return [];
  return 'application/json' in within ? [within['application/json'] as Body] : Object.values(within).flatMap(bodies);
}

const SCHEMAS: Readonly<Record<string, Parameters<typeof validate>[0]>> = {
  Pets: 'pets',
  NewPet: 'newPet',
  Pet: 'pet',
  Error: 'error',
};

function titleOf(name: string): string {
  const found = Object.values(CONTRACT_SCHEMAS).find(({ $id }) => $id.endsWith(`/${name}.schema.json`));
  return found?.title ?? `no schema ${name}`;
}

function operations(): readonly (readonly [string, Operation])[] {
  return Object.entries(DESCRIPTION.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const),
  );
}

describe('the OpenAPI description', () => {
  it('is one, by a validator from the registry that refuses what is none', async () => {
    expect(await isValid(TEXT)).toBe(true);
    for (const [right, wrong] of [
      ['operationId: listPets', 'operationID: listPets'],
      ['in: query', 'in: nowhere'],
    ] as const) {
      expect(TEXT).toContain(right);
      expect([wrong, await isValid(TEXT.replace(right, wrong))]).toEqual([wrong, false]);
    }
  });

  it('has the schemas that the suite judges by, and no other', () => {
    const schemas = Object.values(CONTRACT_SCHEMAS).map((schema) => [schema.title, described(schema)] as const);
    expect(DESCRIPTION.components.schemas).toEqual(Object.fromEntries(schemas));
  });

  it('has examples that the suite would accept', () => {
    const judged = bodies(DESCRIPTION).map(({ schema, example }) => {
      const name = schema.$ref.slice('#/components/schemas/'.length);
      const schemaName = SCHEMAS[name];
      return [name, schemaName && validate(schemaName, documentOf(JSON.stringify(example)))];
    });
    expect(judged.map(([name]) => name)).toEqual(['Pets', 'NewPet', 'Pet', 'Pet', 'Error', 'Error', 'Error']);
    for (const [name, mismatches] of judged) expect([name, mismatches]).toEqual([name, []]);
  });

  it('names the operations of part 4 with their responses, all with the key of part 5', () => {
    expect(
      operations().map(([route, { operationId, responses, ...rest }]) => [
        route,
        operationId,
        rest['x-removal-date'] ?? null,
        ...Object.keys(responses).map(Number),
      ]),
    ).toEqual(
      OPERATION_IDS.map((id) => [operationRoute(id), id, table[id].removedOn, table[id].success, ...table[id].errors]),
    );
    expect(operations().filter(([, { security }]) => security !== undefined)).toEqual([]);
    expect(DESCRIPTION.security).toEqual([{ apiKey: [] }]);
    expect(DESCRIPTION.components.securitySchemes).toMatchObject({ apiKey: { type: 'http', scheme: 'bearer' } });
  });

  it('has the limits of part 8, the removal and the version of part 9', () => {
    const byName = new Map(operations().map(([, operation]) => [operation.operationId, operation]));
    expect(byName.get('listPets')?.parameters?.map(({ name, schema }) => [name, schema])).toEqual([
      ['limit', { type: 'integer', minimum: LIMIT_MIN, maximum: LIMIT_MAX, default: LIMIT_DEFAULT }],
      ['status', { $ref: '#/components/schemas/PetStatus' }],
    ]);
    expect(byName.get('getPet')).toMatchObject({ deprecated: true });
    expect(DESCRIPTION.servers.every(({ url }) => url.endsWith('/v1'))).toBe(true);
  });
});
