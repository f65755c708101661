import { codeOf } from '../contract/errors.ts';

/** The kinds of failure that an error names: bounds of the suite, and what undici does not report. */
type NamedKind = 'too-large' | 'head-too-large' | 'interim-flood' | 'body-reset' | 'proxy';

/** An error of the suite itself, by the kind of failure that it stands for. */
export class NamedBreak extends Error {
  readonly kind: NamedKind;

  constructor(kind: NamedKind, message: string = kind) {
    super(message);
    this.kind = kind;
  }
}

/** The kind that an error names; null if it names none. */
export function namedKind(error: Error | null): NamedKind | null {
  if (error instanceof NamedBreak) return error.kind;
  const code = codeOf(error);
  if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') return 'too-large';
  return code === 'UND_ERR_HEADERS_OVERFLOW' ? 'head-too-large' : null;
}
