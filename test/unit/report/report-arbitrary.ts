import * as fc from 'fast-check';
import reportSchema from '../../../schemas/report.schema.json' with { type: 'json' };
import type { Report } from '../../../src/report/report.ts';

/** The keywords that schemas/report.schema.json uses. */
interface Schema {
  readonly $ref?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema | boolean;
  readonly prefixItems?: readonly Schema[];
  readonly minimum?: number;
  readonly minLength?: number;
  readonly pattern?: string;
  readonly format?: string;
}

const definitions: ReadonlyMap<string, Schema> = new Map(Object.entries(reportSchema.$defs));

const anyReport = valueOf(reportSchema) as fc.Arbitrary<Report>;

/** So many reports that the schema allows, the same each time. */
export function someReports(numRuns: number): readonly Report[] {
  return fc.sample(anyReport, { numRuns, seed: 20_301_205 });
}

function valueOf(schema: Schema): fc.Arbitrary<unknown> {
  const { $ref, ...own } = schema;
  if ($ref !== undefined) return valueOf({ ...definitions.get($ref.replace('#/$defs/', '')), ...own });
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  return fc.oneof(...typesOf(schema).map((type) => ofType(type, schema)));
}

/** In memory, an exchange has its evidence and not the id of an exchange that has the same. */
function typesOf({ type = [] }: Schema): readonly string[] {
  const types = [type].flat();
  const isShared = types.includes('string') && (types.includes('object') || types.includes('array'));
  return isShared ? types.filter((each) => each !== 'string') : types;
}

function ofType(type: string, schema: Schema): fc.Arbitrary<unknown> {
  const { minimum = 0, items, prefixItems } = schema;
  switch (type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return fc.integer({ min: minimum, max: minimum + 1000 });
    case 'number':
      return fc.double({ min: minimum, max: 100_000, noNaN: true });
    case 'string':
      return textOf(schema);
    case 'array':
      if (prefixItems !== undefined) return fc.tuple(...prefixItems.map(valueOf));
      return fc.array(valueOf(typeof items === 'object' ? items : {}), { maxLength: 2 });
    case 'object':
      return objectOf(schema);
    default:
      throw new Error(`The schema has a type that is not generated: ${type}`);
  }
}

function textOf({ pattern, format, minLength = 0 }: Schema): fc.Arbitrary<string> {
  if (format === 'date-time' || pattern?.startsWith(String.raw`^\d{4}`) === true) {
    const moment = fc.date({ min: new Date(0), max: new Date('2099-12-31'), noInvalidDate: true });
    return moment.map((date) => date.toISOString().slice(0, format === undefined ? 10 : undefined));
  }
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern));
  return fc.string({ unit: 'binary', minLength, maxLength: 12 });
}

function objectOf({ properties, required = [], additionalProperties }: Schema): fc.Arbitrary<unknown> {
  if (properties === undefined) {
    const values = typeof additionalProperties === 'object' ? additionalProperties : {};
    return fc.dictionary(fc.string({ minLength: 1, maxLength: 8 }), valueOf(values), { maxKeys: 3 });
  }
  const members = Object.entries(properties).map(([name, inner]) => [name, valueOf(inner)] as const);
  return fc.record(Object.fromEntries(members), { requiredKeys: [...required] });
}
