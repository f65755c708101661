import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { requirements } from '../contract/requirements.ts';
import { type AttestationKey, readPublicKey } from '../gate/signing-key.ts';
import { type Verification, verifyRun } from '../gate/verify-run.ts';
import type { Console } from './console.ts';
import { readRunFolder } from '../gate/run-folder.ts';
import { suiteVersion } from '../run/suite-version.ts';

/** What was found in a folder, or why nothing could be looked at. */
export type VerifiedFolder =
  | { readonly kind: 'ok'; readonly verification: Verification }
  | { readonly kind: 'bad'; readonly problem: string };

/** Verifies the run in a folder, by the public key in a file where one is named. */
export async function verifyFolder(
  directory: string,
  publicKeyFile: string | undefined,
  console: Console,
): Promise<VerifiedFolder> {
  const key = readKey(publicKeyFile, console);
  if (key.kind === 'bad') return key;
  const read = readRunFolder(resolve(console.directory, directory));
  if (read.kind === 'bad') return read;
  const verifier = { suiteVersion: suiteVersion(), table: requirements, publicKey: key.key };
  return { kind: 'ok', verification: await verifyRun(read.files, verifier) };
}

function readKey(
  path: string | undefined,
  console: Console,
): { readonly kind: 'ok'; readonly key: AttestationKey | null } | { readonly kind: 'bad'; readonly problem: string } {
  if (path === undefined) return { kind: 'ok', key: null };
  let pem: string;
  try {
    pem = readFileSync(resolve(console.directory, path), 'utf8');
  } catch {
    return { kind: 'bad', problem: 'The file that --public-key names cannot be read.' };
  }
  const read = readPublicKey(pem);
  return read.kind === 'ok' ? read : { kind: 'bad', problem: `The file that --public-key names ${read.problem}.` };
}
