import { _, type CodeKeywordDefinition } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import standalone from 'ajv/dist/standalone/index.js';
import { isExactInt64 } from '../src/contract/exact-integer.ts';
import { CONTRACT_SCHEMAS } from '../src/contract/schemas.ts';

/** Compiles the payload schemas to a module of plain code, so a run need not load ajv and compile them. */
export function renderContractValidators(): string {
  const ajv = new Ajv2020({
    strict: true,
    allErrors: true,
    verbose: true,
    passContext: true,
    // Meta-schema validation would need additional formats. A test validates our schemas instead.
    validateSchema: false,
    messages: false,
    code: { source: true, esm: true, lines: true },
  });
  ajv.removeKeyword('format');
  ajv.addKeyword(INT64_FORMAT);
  for (const schema of Object.values(CONTRACT_SCHEMAS)) ajv.addSchema(schema);
  const ids = Object.entries(CONTRACT_SCHEMAS).map(([name, { $id }]) => [name, $id] as const);
  const code = standalone.default(ajv, Object.fromEntries(ids));
  if (code.includes('require(')) throw new Error('The compiled schemas call require(), which a module does not have.');
  return [
    '// Generated from the schemas of the contract. Do not edit.',
    "import { isExactInt64 } from './exact-integer.ts';",
    code,
    '',
  ].join('\n');
}

/** Ajv's int64 checks the double, which is equal for 2^63 and 2^63 − 1. This format checks the number's text. */
const INT64_FORMAT: CodeKeywordDefinition = {
  keyword: 'format',
  type: 'number',
  schemaType: 'string',
  code(context) {
    const { gen, data, it, schema } = context;
    if (schema !== 'int64') throw new Error(`Unknown format: ${String(schema)}.`);
    const check = gen.scopeValue('func', { ref: isExactInt64, code: _`isExactInt64` });
    context.fail(_`!${check}(this, ${data}, ${it.parentData}, ${it.parentDataProperty})`);
  },
};
