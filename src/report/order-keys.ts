import reportSchema from '../../schemas/report.schema.json' with { type: 'json' };

type Schema = Readonly<Record<string, unknown>>;

/**
 * A copy of a report whose members stand in the order of its schema, so that two reports can be compared line by line.
 * Members that the schema does not name, such as settings, follow in the order of their names.
 */
export function orderKeys(report: unknown): unknown {
  return ordered(report, reportSchema);
}

function ordered(value: unknown, schema: Schema): unknown {
  const known = resolve(schema);
  if (Array.isArray(value)) {
    const items = objectOf(known['items']);
    return value.map((item) => ordered(item, items));
  }
  if (typeof value !== 'object' || value === null) return value;
  const properties = objectOf(known['properties']);
  const members = value as Readonly<Record<string, unknown>>;
  const result: Record<string, unknown> = {};
  for (const name of Object.keys(properties)) {
    if (Object.hasOwn(members, name)) result[name] = ordered(members[name], objectOf(properties[name]));
  }
  const others = Object.keys(members).filter((name) => !Object.hasOwn(properties, name));
  if (others.length === 0) return result;
  return { ...result, ...Object.fromEntries(others.sort().map((name) => [name, ordered(members[name], {})])) };
}

function resolve(schema: Schema): Schema {
  const reference = schema['$ref'];
  if (typeof reference !== 'string') return schema;
  const definitions: Schema = reportSchema.$defs;
  return objectOf(definitions[reference.replace('#/$defs/', '')]);
}

function objectOf(value: unknown): Schema {
  return typeof value === 'object' && value !== null ? (value as Schema) : {};
}
