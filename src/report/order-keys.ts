import reportSchema from '../../schemas/report.schema.json' with { type: 'json' };

type Schema = Readonly<Record<string, unknown>>;

/**
 * A report whose members stand in the order of its schema, so that two reports can be compared line by line. Members that
 * the schema does not name, such as settings, follow in the order of their names. What is in this order is not copied.
 */
export function orderKeys(report: unknown): Readonly<Record<string, unknown>> {
  const orders = new Map<Schema, Order>();

  function orderOf(schema: Schema): Order {
    const known = orders.get(schema);
    if (known !== undefined) return known;
    const resolved = resolve(schema);
    const properties = Object.entries(objectOf(resolved['properties']));
    const order: Order = {
      items: objectOf(resolved['items']),
      isFlat: isFlat(resolved),
      names: properties.map(([name]) => name),
      properties: new Map(properties.map(([name, each]) => [name, objectOf(each)])),
    };
    orders.set(schema, order);
    return order;
  }

  function ordered(value: unknown, schema: Schema): unknown {
    if (typeof value !== 'object' || value === null) return value;
    const order = orderOf(schema);
    if (order.isFlat) return value;
    if (Array.isArray(value)) {
      const items = value.map((item) => ordered(item, order.items));
      return items.every((item, at) => item === value[at]) ? value : items;
    }
    const members = value as Readonly<Record<string, unknown>>;
    const given = Object.keys(members);
    const names = given.every((name, at) => name === order.names[at]) ? given : sorted(given, order);
    const copied = new Map<string, unknown>();
    for (const name of names) {
      const field = members[name];
      if (typeof field !== 'object' || field === null) continue;
      const inOrder = ordered(field, order.properties.get(name) ?? NO_SCHEMA);
      if (inOrder !== field) copied.set(name, inOrder);
    }
    if (names === given && copied.size === 0) return value;
    return Object.fromEntries(names.map((name) => [name, copied.get(name) ?? members[name]]));
  }

  return objectOf(ordered(report, reportSchema));
}

/** What a schema says of the members and items of a value. */
interface Order {
  readonly items: Schema;
  /** Whether nothing in it has members. */
  readonly isFlat: boolean;
  readonly names: readonly string[];
  readonly properties: ReadonlyMap<string, Schema>;
}

function sorted(names: readonly string[], { names: known, properties }: Order): readonly string[] {
  const given = new Set(names);
  return [...known.filter((name) => given.has(name)), ...names.filter((name) => !properties.has(name)).sort()];
}

const NO_SCHEMA: Schema = {};

const SCALARS: ReadonlySet<unknown> = new Set(['string', 'integer', 'number', 'boolean', 'null']);

/** Whether a schema allows only lists of scalars, or lists of those: most of a report is in such lists. */
function isFlat(schema: Schema): boolean {
  const { type, items, prefixItems } = resolve(schema);
  if (type !== 'array') return [type].flat().every((each) => SCALARS.has(each));
  const first = Array.isArray(prefixItems) ? prefixItems : [];
  return [...first, ...(items === false ? [] : [items])].every((each) => isFlat(objectOf(each)));
}

function resolve(schema: Schema): Schema {
  const reference = schema['$ref'];
  if (typeof reference !== 'string') return schema;
  const definitions: Schema = reportSchema.$defs;
  return objectOf(definitions[reference.replace('#/$defs/', '')]);
}

function objectOf(value: unknown): Schema {
  return typeof value === 'object' && value !== null ? (value as Schema) : NO_SCHEMA;
}
