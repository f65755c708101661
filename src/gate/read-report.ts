import { parseJson } from '../contract/parse-json.ts';
import type { Report } from '../report/report.ts';
import { REPORT_SCHEMAS, validateReport, versionOf } from '../report/validate-report.ts';

/** A report, or a phrase that says why a text is not one. The phrase may quote the text, and is not inert. */
export type ReadReport =
  | { readonly kind: 'ok'; readonly value: Report }
  | { readonly kind: 'bad'; readonly problem: string };

/** Reads the text of a report.json. A report of an unknown version of the format is rejected. */
export function readReport(text: string): ReadReport {
  const value = parseJson(text);
  if (value === undefined) return { kind: 'bad', problem: 'it is not JSON' };
  const version = versionOf(value);
  if (!REPORT_SCHEMAS.has(version)) {
    const given = version === undefined ? 'the report names none' : `the report has version ${JSON.stringify(version)}`;
    return {
      kind: 'bad',
      problem: `this suite reads version ${[...REPORT_SCHEMAS.keys()].join(' and ')} of the format, but ${given}`,
    };
  }
  const [first, ...more] = validateReport(value);
  if (first === undefined) return { kind: 'ok', value: value as Report };
  return { kind: 'bad', problem: `${first}${more.length === 0 ? '' : `, and ${more.length} more problems`}` };
}
