import type { AnySchemaObject } from 'ajv';
import reportSchema from '../../schemas/report.schema.json' with { type: 'json' };
import { messageOf } from '../contract/errors.ts';
import { isRecord, parseJson } from '../contract/json.ts';
import { bad, ok, type Result } from '../contract/result.ts';
import { schemaProblems } from '../contract/schema-problems.ts';
import { type Report, REPORT_VERSION } from './report.ts';
import { restoreEvidence } from './json/render-json.ts';

/** The most problems that are reported. */
const ENOUGH = 20;

/** The schema of each version of the format, since later suites read old reports. CONTRIBUTING.md says how to add a version. */
export const REPORT_SCHEMAS: ReadonlyMap<unknown, AnySchemaObject> = new Map([[REPORT_VERSION, reportSchema]]);

/**
 * Validates a value by the schema of its version, or else of the current one. Gives at most twenty problems, each on a line
 * that starts with its JSON Pointer (RFC 6901); none if the value is a report.
 */
export function validateReport(value: unknown): readonly string[] {
  const schema = REPORT_SCHEMAS.get(versionOf(value)) ?? reportSchema;
  return schemaProblems(schema, value, 'the whole report').slice(0, ENOUGH);
}

/** Reads the text of a report.json. A problem is a phrase. It may quote the text, and is not inert. */
export function readReport(text: string): Result<Report> {
  const value = parseJson(text);
  if (value === undefined) return bad('it is not JSON');
  const version = versionOf(value);
  if (!REPORT_SCHEMAS.has(version)) {
    const given = version === undefined ? 'the report names none' : `the report has version ${JSON.stringify(version)}`;
    return bad(`this suite reads version ${[...REPORT_SCHEMAS.keys()].join(' and ')} of the format, but ${given}`);
  }
  return reportOf(value);
}

/** The report that a value is, with all evidence in its place. */
export function reportOf(value: unknown): Result<Report> {
  const [first, ...more] = validateReport(value);
  if (first !== undefined) return bad(`${first}${more.length === 0 ? '' : `, and ${more.length} more problems`}`);
  try {
    return ok(restoreEvidence(value as Report));
  } catch (error) {
    return bad(messageOf(error));
  }
}

function versionOf(value: unknown): unknown {
  return isRecord(value) ? value['reportVersion'] : undefined;
}
