import { readFileSync } from 'node:fs';
import { REPORT_VERSION, type Report } from '../report/report.ts';
import { safeText } from '../report/terminal-text.ts';
import { validateReport } from '../report/validate-report.ts';

/** A report that was read, or one sentence that says why it cannot be. */
export type ReadReport =
  | { readonly kind: 'ok'; readonly report: Report }
  | { readonly kind: 'bad'; readonly problem: string };

/** Reads a report.json. A file that is no report of this version of the format is refused. */
export function readReportFile(path: string): ReadReport {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    return bad(path, error instanceof SyntaxError ? 'it is not JSON' : `it cannot be read (${codeOf(error)})`);
  }
  const version = versionOf(value);
  if (version !== REPORT_VERSION) {
    const given = version === undefined ? 'it names none' : `it is of version ${JSON.stringify(version)}`;
    return bad(path, `this suite reads version ${REPORT_VERSION} of the format and ${given}`);
  }
  const [first, ...more] = validateReport(value);
  if (first === undefined) return { kind: 'ok', report: value as Report };
  return bad(path, `${first}${more.length === 0 ? '' : `, and ${more.length} more problems`}`);
}

function bad(path: string, reason: string): ReadReport {
  return { kind: 'bad', problem: `${safeText(path)} is not a report that can be rendered: ${safeText(reason)}.` };
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
}

function versionOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'reportVersion' in value ? value.reportVersion : undefined;
}
