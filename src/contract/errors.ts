/** The message of a thrown value, which need not be an Error. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** A full disk, or too many open files or little memory: no path or setting is at fault. */
const EXHAUSTED: readonly (string | null)[] = ['ENOSPC', 'EDQUOT', 'EMFILE', 'ENFILE', 'ENOMEM'];

/** Whether the machine could not do more, whatever file was asked for. */
export function isExhaustion(error: unknown): boolean {
  return EXHAUSTED.includes(codeOf(error));
}

/** The code of an error of Node or undici, such as `ECONNREFUSED`; null if there is none. */
export function codeOf(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;
}
