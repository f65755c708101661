import { didYouMean } from '../contract/nearest-words.ts';
import { type ReferenceService, startReference } from '../reference/reference-service.ts';
import type { Console } from './console.ts';
import { EXIT, type ExitCode, wrongUsage } from './exit-codes.ts';

/** Flags of `serve` as text. */
export interface ServeFlags {
  readonly port: string;
  readonly seed: string;
  readonly pets: string;
  readonly fault?: readonly string[];
  readonly variant?: readonly string[];
  readonly list?: boolean;
}

/** A way in which the service can differ from the correct one. */
interface Way {
  readonly id: string;
  readonly title: string;
}

/** What can be laid over the correct service, by the flag that names it. */
interface Ways {
  readonly faults: readonly Way[];
  readonly variants: readonly Way[];
}

/** `serve`: starts the reference service, prints its address and key, and runs until it is interrupted. */
export async function serveCommand(flags: ServeFlags, console: Console): Promise<ExitCode> {
  if (flags.list === true) return listWays(await loadWays(), console);
  const port = wholeNumber(flags.port, MOST.port);
  const seed = wholeNumber(flags.seed, MOST.seed);
  const pets = wholeNumber(flags.pets, MOST.pets);
  if (port === null || seed === null || pets === null) return wrongUsage(numberProblems({ port, seed, pets }), console);
  const { fault = [], variant = [] } = flags;
  const chosen = fault.length + variant.length === 0 ? [] : chooseWays(await loadWays(), { fault, variant });
  const problems = chosen.flatMap((each) => (typeof each === 'string' ? [each] : []));
  if (problems.length > 0) return wrongUsage(problems, console);
  let service: ReferenceService;
  try {
    service = await startReference({ port, seed, pets, faults: fault, compliant: variant });
  } catch (error) {
    const problem = portProblem(port, error);
    if (problem === null) throw error;
    return wrongUsage([problem], console);
  }
  await serveUntilInterrupted(service, chosen, console);
  return EXIT.conformant;
}

/** The two settings stand alone on standard output, so that a shell can take them over. */
async function serveUntilInterrupted(
  service: ReferenceService,
  chosen: readonly (Way | string)[],
  console: Console,
): Promise<void> {
  const interrupted = new Promise<void>((resolve) => {
    const release = console.onInterrupt(() => {
      release();
      resolve();
    });
  });
  console.out(`PETSTORE_BASE_URL=${service.url}\nPETSTORE_API_KEY=${service.key}\n`);
  for (const way of chosen) if (typeof way !== 'string') console.error(`${way.id}: ${way.title}\n`);
  if (console.isTerminal) console.error('Ctrl-C ends it.\n');
  // A service of which nothing could be printed is of no use.
  const unprinted = console.flushed().then((failure) => (failure === null ? interrupted : undefined));
  await Promise.race([interrupted, unprinted]);
  await service.close();
}

const MOST = { port: 65_535, seed: 2_147_483_647, pets: 100_000 } as const;

function wholeNumber(text: string, most: number): number | null {
  const value = Number(text);
  return /^\d+$/.test(text) && value <= most ? value : null;
}

function numberProblems(read: Readonly<Record<keyof typeof MOST, number | null>>): readonly string[] {
  return (['port', 'seed', 'pets'] as const)
    .filter((name) => read[name] === null)
    .map((name) => `--${name} must be a whole number from 0 to ${MOST[name]}.`);
}

async function loadWays(): Promise<Ways> {
  const [{ faults }, { compliantVariants }] = await Promise.all([
    import('../reference/faults/index.ts'),
    import('../reference/compliant/index.ts'),
  ]);
  return { faults, variants: compliantVariants };
}

/** The ways that ids stand for, or a sentence for each id that stands for none. */
function chooseWays(
  ways: Ways,
  { fault, variant }: { readonly fault: readonly string[]; readonly variant: readonly string[] },
): readonly (Way | string)[] {
  return [
    ...variant.map((id) => chooseWay(id, ways.variants, '--variant')),
    ...fault.map((id) => chooseWay(id, ways.faults, '--fault')),
  ];
}

function chooseWay(id: string, known: readonly Way[], flag: string): Way | string {
  const near = didYouMean(
    id,
    known.map((way) => way.id),
  );
  const hint = near === '' ? '; serve --list shows them all.' : near;
  return known.find((way) => way.id === id) ?? `${flag} must be one of the ids that are known, not ${id}${hint}`;
}

function listWays({ faults, variants }: Ways, console: Console): ExitCode {
  const lists = [
    [`Faults (${faults.length}), for --fault: each breaks the contract in one way`, faults],
    [
      `Compliant variants (${variants.length}), for --variant: each differs in a way that the contract allows`,
      variants,
    ],
  ] as const;
  const texts = lists.map(([title, ways]) => [title, ...ways.map((way) => `  ${way.id}\n    ${way.title}`)].join('\n'));
  console.out(`${texts.join('\n\n')}\n`);
  return EXIT.conformant;
}

/** Why a port cannot be had, or null where something else went wrong. */
function portProblem(port: number, error: unknown): string | null {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  const choose = 'choose another with --port, or 0 for a free one.';
  if (code === 'EADDRINUSE') return `The port ${port} is in use; ${choose}`;
  if (code === 'EACCES') return `The port ${port} may not be used; ${choose}`;
  return null;
}
