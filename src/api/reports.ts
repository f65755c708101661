import { readPublicKey } from '../gate/signatures.ts';
import { type Comparison, compareReports, comparisonProblems } from '../gate/compare-reports.ts';
import { verifyRun, type Verification } from '../gate/verify-run.ts';
import { readRunFolder } from '../gate/run-folder.ts';
import { formatNames, type FormatName, renderFormat } from '../report/formats.ts';
import type { Report } from '../report/report.ts';
import { readReport, reportOf } from '../report/read-report.ts';
import { asConformanceError, ConformanceError, requireUsable } from './conformance-error.ts';

/** Reads the text of a report.json. Throws a `report` error for anything but a report of this version of the format. */
export function parseReport(text: string): Report {
  requireUsable();
  requireText('text', text);
  const read = readReport(text);
  if (read.kind === 'ok') return read.value;
  throw new ConformanceError('report', [`The text is not a report that can be read: ${read.problems.join(' ')}.`]);
}

/** Renders a report in one format, the same bytes as the command. Rejects with a `report` error if the report breaks its schema. */
export async function renderReport(report: Report, format: FormatName): Promise<string> {
  requireUsable();
  if (!formatNames.includes(format)) {
    throw new ConformanceError('configuration', [`format must be one of ${formatNames.join(', ')}.`]);
  }
  return renderFormat(requireReport('report', report), format);
}

/**
 * How a report differs from an earlier one. The command `diff` fails if `regression` is true. Throws a `report` error if the
 * two cannot be compared: other contracts, other profiles, or only a part of the suite.
 */
export function diff(base: Report, head: Report): Comparison {
  requireUsable();
  const reports = [requireReport('base', base), requireReport('head', head)] as const;
  const obstacles = comparisonProblems(...reports);
  if (obstacles.length === 0) return compareReports(...reports);
  throw new ConformanceError('report', [`The reports cannot be compared. ${obstacles.join(' ')}`]);
}

/**
 * Verifies the run in a folder by its files alone, and its signature by a public key (PEM: Ed25519 or ECDSA P-256) if one
 * is given. The run is complete and unedited if `problems` is empty. Rejects with a `configuration` error if there is no
 * such folder or key.
 */
export async function verify(directory: string, publicKey: string | null = null): Promise<Verification> {
  requireUsable();
  // Loaded late, because a bundle cannot load it.
  const { suiteIdentity } = await import('../run/suite-identity.ts');
  requireText('directory', directory);
  if (publicKey !== null) requireText('publicKey', publicKey);
  const key = publicKey === null ? null : readPublicKey(publicKey);
  if (key?.kind === 'bad') throw new ConformanceError('configuration', [`publicKey ${key.problems.join(' ')}.`]);
  try {
    const read = readRunFolder(directory);
    if (read.kind === 'bad') throw new ConformanceError('configuration', read.problems);
    const publicKeys = key === null ? [] : [{ ...key.value, name: 'the given key' }];
    return await verifyRun(read.value, { suite: suiteIdentity(), publicKeys });
  } catch (error) {
    throw asConformanceError(error);
  }
}

/** A caller without types gets a ConformanceError too. */
function requireText(name: string, value: unknown): void {
  if (typeof value !== 'string') throw new ConformanceError('configuration', [`${name} must be a string.`]);
}

/** The report, also if it is the parsed text of a report.json. */
function requireReport(name: string, value: unknown): Report {
  const read = reportOf(value);
  if (read.kind === 'ok') return read.value;
  throw new ConformanceError('report', [`${name} is not a report: ${read.problems.join(' ')}.`]);
}
