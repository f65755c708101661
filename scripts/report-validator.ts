import addFormats from 'ajv-formats';
import { Ajv2020 } from 'ajv/dist/2020.js';
import standalone from 'ajv/dist/standalone/index.js';
import reportSchema from '../schemas/report.schema.json' with { type: 'json' };

/** The schema of the report as a module of plain code: compiling it anew takes longer than a fifth of a whole run's cases. */
export function renderReportValidator(): string {
  const ajv = new Ajv2020({
    strict: true,
    allErrors: true,
    allowUnionTypes: true,
    messages: false,
    inlineRefs: false,
    code: { source: true, esm: true, lines: true },
  });
  addFormats.default(ajv, ['date-time']);
  const code = standalone.default(ajv, ajv.compile(reportSchema));
  // What the code asks for at run time counts the characters of a text and knows formats; a module cannot ask by `require`.
  const modular = code
    .replace('require("ajv/dist/runtime/ucs2length").default', '(text) => Array.from(text).length')
    .replaceAll('require("ajv-formats/dist/formats").fullFormats', 'fullFormats');
  if (modular.includes('require(')) throw new Error('The compiled schema needs something that a module cannot load.');
  return [
    '// Generated from schemas/report.schema.json. Do not edit.',
    "import { fullFormats } from 'ajv-formats/dist/formats.js';",
    modular,
    '',
  ].join('\n');
}
