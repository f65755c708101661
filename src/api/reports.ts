import { readPublicKey } from '../gate/signing-key.ts';
import { type Comparison, compareReports, comparisonObstacles } from '../gate/compare-reports.ts';
import { readReport } from '../gate/read-report.ts';
import { verifyRun, type Verification } from '../gate/verify-run.ts';
import { readRunFolder } from '../cli/read-run-folder.ts';
import { suiteVersion } from '../cli/suite-version.ts';
import { requirements } from '../contract/requirements.ts';
import { FORMATS, type FormatName, renderFormat } from '../report/formats.ts';
import type { Report } from '../report/report.ts';
import { validateReport } from '../report/validate-report.ts';
import { ConfigurationError, UnfitReport } from './errors.ts';

/** Reads the text of a report.json. Throws `UnfitReport` where it is no report of this version of the format. */
export function parseReport(text: string): Report {
  const read = readReport(text);
  if (read.kind === 'bad') throw new UnfitReport(`The text is not a report that can be read: ${read.problem}.`);
  return read.report;
}

/** Renders a report in one format, the same bytes as the command. Rejects with `UnfitReport` where it breaks its schema. */
export async function renderReport(report: Report, format: FormatName): Promise<string> {
  if (!Object.hasOwn(FORMATS, format))
    throw new ConfigurationError([`format must be one of ${Object.keys(FORMATS).join(', ')}.`]);
  requireSound(report);
  return renderFormat(report, format);
}

/**
 * How a report differs from an earlier one; `regression` is what the command `diff` fails for. Throws `UnfitReport` where
 * the two cannot be compared: other contracts, other profiles, or only a part of the suite.
 */
export function diff(base: Report, head: Report): Comparison {
  requireSound(base);
  requireSound(head);
  const obstacles = comparisonObstacles(base, head);
  if (obstacles.length > 0) throw new UnfitReport(`The reports cannot be compared. ${obstacles.join(' ')}`);
  return compareReports(base, head);
}

/**
 * Verifies the run in a folder by its files alone, and its signature by a public key (PEM: Ed25519 or ECDSA P-256) where
 * one is given. It is whole and unedited where `problems` is empty. Rejects with `ConfigurationError` where there is no
 * such folder or key.
 */
export async function verify(directory: string, publicKey: string | null = null): Promise<Verification> {
  const key = publicKey === null ? null : readPublicKey(publicKey);
  if (key?.kind === 'bad') throw new ConfigurationError([`publicKey ${key.problem}.`]);
  const read = readRunFolder(directory);
  if (read.kind === 'bad') throw new ConfigurationError([read.problem]);
  return verifyRun(read.files, {
    suiteVersion: suiteVersion(),
    table: requirements,
    publicKey: key === null ? null : key.key,
  });
}

function requireSound(report: Report): void {
  const [problem] = validateReport(report);
  if (problem !== undefined) throw new UnfitReport(`The value is no report: ${problem}.`);
}
