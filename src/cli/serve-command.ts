import { codeOf } from '../contract/errors.ts';
import { didYouMean } from '../contract/nearest-words.ts';
import { compliantVariants } from '../reference/compliant/index.ts';
import { faults } from '../reference/faults/index.ts';
import { type ReferenceService, startReference } from '../reference/reference-service.ts';
import { createPage } from '../report/terminal/terminal-layout.ts';
import type { Console } from './console.ts';
import { EXIT, type ExitCode, wrongUsage } from './command-result.ts';

/** Flags of `serve`. */
export interface ServeFlags {
  readonly port: number;
  readonly seed: number;
  readonly pets: number;
  readonly fault?: readonly string[];
  readonly variant?: readonly string[];
  readonly list?: boolean;
}

/** A fault or a compliant variant of the service. */
interface Difference {
  readonly id: string;
  readonly title: string;
}

/** `serve`: starts the reference service, prints its address and key, and runs until it is interrupted. */
export async function serveCommand(flags: ServeFlags, console: Console): Promise<ExitCode> {
  const { port, seed, pets, fault = [], variant = [] } = flags;
  if (flags.list === true) return listDifferences(console);
  const problems = [...idProblems(variant, compliantVariants, '--variant'), ...idProblems(fault, faults, '--fault')];
  if (problems.length > 0) return wrongUsage(problems, console);
  let service: ReferenceService;
  try {
    service = await startReference({ port, seed, pets, faults: fault, compliant: variant });
  } catch (error) {
    const problem = portProblem(port, error);
    if (problem === null) throw error;
    return wrongUsage([problem], console);
  }
  const chosen = [...variant, ...fault].flatMap(
    (id) => [...compliantVariants, ...faults].find((each) => each.id === id) ?? [],
  );
  await serveUntilInterrupted(service, chosen, console);
  return EXIT.conformant;
}

/** Standard output holds only the two settings, so a shell can read them. */
async function serveUntilInterrupted(
  service: ReferenceService,
  chosen: readonly Difference[],
  console: Console,
): Promise<void> {
  const interrupted = new Promise<void>((resolve) => {
    const release = console.onInterrupt(() => {
      release();
      resolve();
    });
  });
  console.out(`PETSTORE_BASE_URL=${service.url}\nPETSTORE_API_KEY=${service.key}\n`);
  for (const { id, title } of chosen) console.errorText(`${id}: ${title}\n`);
  if (console.isTerminal) console.errorText('Ctrl-C ends it.\n');
  // If nobody can read its address and key, the service ends.
  const unprinted = console.flushed().then((failure) => (failure === null ? interrupted : undefined));
  await Promise.race([interrupted, unprinted]);
  await service.close();
}

function idProblems(ids: readonly string[], known: readonly Difference[], flag: string): readonly string[] {
  const knownIds = known.map(({ id }) => id);
  return ids
    .filter((id) => !knownIds.includes(id))
    .map(
      (id) => `${flag} must be a known id, not ${id}${didYouMean(id, knownIds) || '; serve --list shows them all.'}`,
    );
}

function listDifferences(console: Console): ExitCode {
  const page = createPage(console);
  const lists = [
    [`Faults (${faults.length}), for --fault: each breaks the contract in one way`, faults],
    [
      `Compliant variants (${compliantVariants.length}), for --variant: each differs in a way that the contract allows`,
      compliantVariants,
    ],
  ] as const;
  const texts = lists.map(([title, differences]) =>
    [title, ...differences.flatMap((each) => [`  ${each.id}`, ...page.paragraph(each.title, 4)])].join('\n'),
  );
  console.out(`${texts.join('\n\n')}\n`);
  return EXIT.conformant;
}

/** Why a port cannot be used; null for any other error. */
function portProblem(port: number, error: unknown): string | null {
  const code = codeOf(error);
  const choose = 'choose another with --port, or 0 for a free one.';
  if (code === 'EADDRINUSE') return `The port ${port} is in use; ${choose}`;
  if (code === 'EACCES') return `The port ${port} needs more permissions; ${choose}`;
  return null;
}
