import type { AnySchemaObject } from 'ajv';
import reportSchema from '../../schemas/report.schema.json' with { type: 'json' };
import { schemaProblems } from '../contract/schema-problems.ts';
import { REPORT_VERSION } from './report.ts';

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

/** The member `reportVersion` of a value, if there is one. */
export function versionOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'reportVersion' in value ? value.reportVersion : undefined;
}
