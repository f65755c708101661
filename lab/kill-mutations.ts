import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { resultOf, startProcess } from './child-process.ts';
import type { Mutation } from './draw-mutations.ts';

/** A command that should fail on a harmful mutation. */
export interface Loop {
  readonly name: string;
  /** The arguments for Node, or null if the command does not cover the mutation. */
  readonly words: (mutation: Mutation) => readonly string[] | null;
}

/** The result of a mutation: the first loop that failed, or null. */
export interface Killed {
  readonly mutation: Mutation;
  readonly by: string | null;
}

/** Ten times the duration of the longest loop. A mutation may cause an endless wait. */
const LONGEST_MILLISECONDS = 600_000;

/**
 * Applies and reverts one mutation after another in a copy of the checkout. Rejects if a loop fails without a mutation,
 * because that loop would seem to kill every mutation.
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
