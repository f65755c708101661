/** The build that was tested: its name, and the SHA-256 of it in hexadecimal. */
export interface Subject {
  readonly name: string;
  readonly sha256: string;
}

/** A build to look for; without a name, only its digest is compared. */
export interface WantedSubject {
  readonly name: string | null;
  readonly sha256: string;
}

const DIGEST_FORM = 'sha256: and the 64 hexadecimal digits of the build';

/** What names a build, as the end of a sentence. */
export const SUBJECT_FORM = `NAME@${DIGEST_FORM}`;
/** What names a build to look for. */
export const WANTED_SUBJECT_FORM = `${DIGEST_FORM}, with or without NAME@ before it`;

const DIGEST = /^sha256:([0-9a-f]{64})$/;

/** Reads `NAME@sha256:…`; null for anything else. The name is that of an image, a package or a file, without spaces. */
export function parseSubject(text: string): Subject | null {
  const wanted = parseWantedSubject(text);
  return wanted === null || wanted.name === null ? null : { name: wanted.name, sha256: wanted.sha256 };
}

/** Reads `NAME@sha256:…` or `sha256:…`; null for anything else. */
export function parseWantedSubject(text: string): WantedSubject | null {
  const at = text.lastIndexOf('@');
  const digest = DIGEST.exec(text.slice(at + 1))?.[1];
  if (digest === undefined) return null;
  if (at === -1) return { name: null, sha256: digest };
  const name = text.slice(0, at);
  return /^[!-~]{1,300}$/.test(name) ? { name, sha256: digest } : null;
}

/** A build as a setting names it. */
export function subjectText({ name, sha256 }: WantedSubject): string {
  return name === null ? `sha256:${sha256}` : `${name}@sha256:${sha256}`;
}
