import { requirements, testableRequirements } from '../../src/contract/requirements.ts';
import { sealRun, subjectText } from '../../src/gate/attestation.ts';
import type { AttestationKey } from '../../src/gate/signatures.ts';
import { type Verification, type Verifier, verifyRun } from '../../src/gate/verify-run.ts';
import { type FormatName, formatNames, renderFile } from '../../src/report/formats.ts';
import type { Deviation, Report } from '../../src/report/report.ts';
import type { FinishedFile } from '../../src/report/reports-folder.ts';
import { caseEnd, judged, reportOf, RUN } from './fake-records.ts';
import { fullExchange } from './full-report.ts';

export const SUBJECT = { name: 'registry.example/app', sha256: 'ab'.repeat(32) };

/** The report of a run over the whole table. Everything is satisfied, except GET-OK if `violated` is true. */
export function wholeReport(
  options: {
    readonly violated?: boolean;
    readonly deviations?: readonly Deviation[];
    readonly subject?: boolean;
    readonly version?: string;
    readonly embedded?: boolean;
    /** Requirements with a different outcome. */
    readonly outcomes?: Readonly<Record<string, 'violated' | 'not-applicable'>>;
  } = {},
): Report {
  const configuration = { subject: options.subject === false ? null : subjectText(SUBJECT) };
  return reportOf({
    table: requirements,
    run: {
      ...RUN,
      suite: { ...RUN.suite, version: options.version ?? RUN.suite.version },
      embedded: options.embedded ?? false,
      configuration,
    },
    deviations: options.deviations ?? [],
    cases: [caseEnd(testableRequirements.map(({ id }) => id))],
    records: [
      { type: 'exchange', exchange: fullExchange('x1') },
      ...testableRequirements.map(({ id, level }) => {
        if (id === 'GET-OK' && options.violated === true) return judged(id, 'violated');
        const outcome = options.outcomes?.[id];
        return judged(id, outcome ?? (level === 'unspecified' ? 'observed' : 'satisfied'));
      }),
    ],
  });
}

/** The files of a run, by name. */
export async function sealedFiles(
  report: Report,
  key: AttestationKey | null,
  formats: readonly FormatName[] = formatNames,
): Promise<Map<string, Buffer>> {
  const files = await Promise.all(formats.map((format) => renderFile(report, format)));
  return asFolder([...files, ...sealRun(report, files, key)]);
}

/** Replaces the manifest of the files, as after an edit. */
export function resealed(report: Report, files: ReadonlyMap<string, Buffer>): Map<string, Buffer> {
  const finished = [...files]
    .filter(([name]) => name !== 'manifest.json' && name !== 'attestation.dsse.json')
    .map(([name, data]) => ({ name, data }));
  return asFolder([...finished, ...sealRun(report, finished, null)]);
}

function asFolder(files: readonly FinishedFile[]): Map<string, Buffer> {
  return new Map(files.map(({ name, data }) => [name, Buffer.from(data)]));
}

/** Verifies with the suite version of these reports. */
export function verify(
  files: ReadonlyMap<string, Uint8Array>,
  publicKey: AttestationKey | null,
  rest: Partial<Verifier> = {},
): Promise<Verification> {
  const publicKeys = publicKey === null ? [] : [{ ...publicKey, name: 'the given key' }];
  return verifyRun(files, { suite: RUN.suite, publicKeys, ...rest });
}
