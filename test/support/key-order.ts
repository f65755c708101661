import reportSchema from '../../schemas/report.schema.json' with { type: 'json' };

type Schema = Readonly<Record<string, unknown>>;

/** The places in a report whose members differ from the order in its schema. The order allows line-by-line comparison. */
export function membersOutOfOrder(report: unknown): readonly string[] {
  return [...new Set(outOfOrder(report, reportSchema, ''))];
}

function outOfOrder(value: unknown, given: Schema, path: string): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  const schema = resolved(given);
  if (Array.isArray(value)) return value.flatMap((each) => outOfOrder(each, objectOf(schema['items']), `${path}/*`));
  const properties = objectOf(schema['properties']);
  const names = Object.keys(value).filter((name) => Object.hasOwn(properties, name));
  const known = Object.keys(properties).filter((name) => names.includes(name));
  return [
    ...(names.join() === known.join() ? [] : [`${path}: ${names.join()}`]),
    ...Object.entries(value).flatMap(([name, each]) => outOfOrder(each, objectOf(properties[name]), `${path}/${name}`)),
  ];
}

function resolved(schema: Schema): Schema {
  const reference = schema['$ref'];
  if (typeof reference !== 'string') return schema;
  const definitions: Schema = reportSchema.$defs;
  return objectOf(definitions[reference.replace('#/$defs/', '')]);
}

function objectOf(value: unknown): Schema {
  return typeof value === 'object' && value !== null ? (value as Schema) : {};
}
