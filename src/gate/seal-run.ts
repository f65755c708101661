import type { Report } from '../report/report.ts';
import type { FinishedFile } from '../report/write-files.ts';
import { envelopeText, signEnvelope } from './dsse.ts';
import { ATTESTATION_FILE, entryOf, MANIFEST_FILE, type ManifestFile, manifestOf, manifestText } from './manifest.ts';
import type { AttestationKey } from './signing-key.ts';
import { statementFor } from './attestation.ts';
import type { Subject } from './subject.ts';

/** How a run is sealed: the build that it judged, and the key to sign with; null if none was given. */
export interface Sealing {
  readonly subject: Subject | null;
  readonly key: AttestationKey | null;
}

/** The files that seal a run. The caller searches `statement`, the text of the attestation, for secrets; null if unsigned. */
export interface Seal {
  readonly files: readonly FinishedFile[];
  readonly statement: string | null;
}

/** Seals the files of a run, report.json first: a manifest of their digests, and an attestation if there is a key. */
export function sealRun(report: Report, files: readonly ManifestFile[], { subject, key }: Sealing): Seal {
  const manifest = manifestOf(report, files);
  const manifestFile: FinishedFile = { name: MANIFEST_FILE, text: manifestText(manifest) };
  if (key === null) return { files: [manifestFile], statement: null };
  const sealed = [entryOf(MANIFEST_FILE, Buffer.from(manifestFile.text)), ...manifest.files];
  const statement = statementFor(report, sealed, subject);
  const attestation = { name: ATTESTATION_FILE, text: envelopeText(signEnvelope(statement, key)) };
  return { files: [manifestFile, attestation], statement };
}
