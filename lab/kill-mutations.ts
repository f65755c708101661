import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { resultOf, startProcess } from './child-process.ts';
import type { Mutation } from './draw-mutations.ts';

/** A command that is to fail where a mutation does harm. */
export interface Loop {
  readonly name: string;
  /** What follows the name of the Node that runs; null where the command has nothing to do with the mutation. */
  readonly words: (mutation: Mutation) => readonly string[] | null;
}

/** The result of a mutation: the first loop that failed on it, or none. */
export interface Killed {
  readonly mutation: Mutation;
  readonly by: string | null;
}

/** A mutation may make anything wait without end. Ten times what the longest loop takes. */
const LONGEST_MILLISECONDS = 600_000;

/**
 * Applies one mutation after another in a folder, which is a copy of the checkout, and takes each back. Rejects where a loop
 * fails without any, since it would seem to kill them all.
 */
export async function killMutations(
  folder: string,
  mutations: readonly Mutation[],
  loops: readonly Loop[],
  done: (killed: Killed) => void,
): Promise<void> {
  for (const loop of loops) {
    const [any] = mutations;
    if (any !== undefined && (await firstFailing(folder, any, [loop])) !== null) {
      throw new Error(`The loop ${loop.name} fails without a mutation.`);
    }
  }
  for (const mutation of mutations) {
    const path = join(folder, mutation.file);
    const text = readFileSync(path, 'utf8');
    const end = mutation.start + mutation.before.length;
    writeFileSync(path, `${text.slice(0, mutation.start)}${mutation.after}${text.slice(end)}`);
    try {
      done({ mutation, by: await firstFailing(folder, mutation, loops) });
    } finally {
      writeFileSync(path, text);
    }
  }
}

async function firstFailing(folder: string, mutation: Mutation, loops: readonly Loop[]): Promise<string | null> {
  for (const loop of loops) {
    const words = loop.words(mutation);
    if (words === null) continue;
    const child = startProcess(process.execPath, words, { cwd: folder });
    const timer = setTimeout(() => child.kill('SIGKILL'), LONGEST_MILLISECONDS);
    const { code } = await resultOf(child);
    clearTimeout(timer);
    if (code !== 0) return loop.name;
  }
  return null;
}
