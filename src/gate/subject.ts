/** The build that was tested: its name, and the SHA-256 of it in hexadecimal. */
export interface Subject {
  readonly name: string;
  readonly sha256: string;
}

/** What names a build, as the end of a sentence. */
export const SUBJECT_FORM = 'NAME@sha256: and the 64 hexadecimal digits of the build';

/** Reads `NAME@sha256:…`; null for anything else. The name is that of an image, a package or a file, without spaces. */
export function parseSubject(text: string): Subject | null {
  const [, name, sha256] = /^([!-~]{1,300})@sha256:([0-9a-f]{64})$/.exec(text) ?? [];
  return name === undefined || sha256 === undefined ? null : { name, sha256 };
}

/** A build as a setting names it. */
export function subjectText({ name, sha256 }: Subject): string {
  return `${name}@sha256:${sha256}`;
}
