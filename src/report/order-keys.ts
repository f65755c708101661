import reportSchema from '../../schemas/report.schema.json' with { type: 'json' };

type Schema = Readonly<Record<string, unknown>>;

/**
 * A copy of a report whose members stand in the order of its schema, so that two reports can be compared line by line.
 * Members that the schema does not name, such as settings, follow in the order of their names.
 */
export function orderKeys(report: unknown): unknown {
  const orders = new Map<Schema, Order>();

  function orderOf(schema: Schema): Order {
    const known = orders.get(schema);
    if (known !== undefined) return known;
    const resolved = resolve(schema);
    const properties = Object.entries(objectOf(resolved['properties']));
    const order: Order = {
      items: objectOf(resolved['items']),
      properties: new Map(properties.map(([name, each]) => [name, objectOf(each)])),
    };
    orders.set(schema, order);
    return order;
  }

  function ordered(value: unknown, schema: Schema): unknown {
    if (typeof value !== 'object' || value === null) return value;
    const { items, properties } = orderOf(schema);
    if (Array.isArray(value)) return value.map((item) => ordered(item, items));
    const members = value as Readonly<Record<string, unknown>>;
    const result: Record<string, unknown> = {};
    let placed = 0;
    for (const [name, each] of properties) {
      if (!Object.hasOwn(members, name)) continue;
      result[name] = ordered(members[name], each);
      placed += 1;
    }
    const names = Object.keys(members);
    if (placed === names.length) return result;
    const others = names.filter((name) => !properties.has(name)).sort();
    return { ...result, ...Object.fromEntries(others.map((name) => [name, ordered(members[name], NO_SCHEMA)])) };
  }

  return ordered(report, reportSchema);
}

/** What a schema says of the members and items of a value. */
interface Order {
  readonly items: Schema;
  readonly properties: ReadonlyMap<string, Schema>;
}

const NO_SCHEMA: Schema = {};

function resolve(schema: Schema): Schema {
  const reference = schema['$ref'];
  if (typeof reference !== 'string') return schema;
  const definitions: Schema = reportSchema.$defs;
  return objectOf(definitions[reference.replace('#/$defs/', '')]);
}

function objectOf(value: unknown): Schema {
  return typeof value === 'object' && value !== null ? (value as Schema) : NO_SCHEMA;
}
