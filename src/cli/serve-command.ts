import { startReference } from '../reference/reference-service.ts';
import type { Console } from './console.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';

/** Flags of `serve` as text. */
export interface ServeFlags {
  readonly port: string;
  readonly seed: string;
  readonly animals: string;
  readonly fault?: string;
  readonly lawful: readonly string[];
}

/** `serve`: starts the reference service, prints its address and key, and runs until it is interrupted. */
export async function serveCommand(flags: ServeFlags, console: Console): Promise<ExitCode> {
  const port = wholeNumber(flags.port, 65_535);
  const seed = wholeNumber(flags.seed, 2_147_483_647);
  const animals = wholeNumber(flags.animals, 100_000);
  if (port === null || seed === null || animals === null) {
    console.error(
      'petstore-conformance: --port, --seed and --animals must be whole numbers; a port is at most 65535.\n',
    );
    return EXIT.usage;
  }
  try {
    const service = await startReference({ port, seed, animals, fault: flags.fault, lawful: flags.lawful });
    console.out(`PETSTORE_BASE_URL=${service.url}\nPETSTORE_API_KEY=${service.key}\n`);
    await new Promise<void>((resolve) => {
      const release = console.onInterrupt(() => {
        release();
        resolve();
      });
    });
    await service.close();
    return EXIT.conformant;
  } catch (error) {
    if (error instanceof RangeError) return refuse(error.message, console);
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
      return refuse(`The port ${port} is in use; choose another with --port, or 0 for a free one.`, console);
    }
    throw error;
  }
}

function refuse(sentence: string, console: Console): ExitCode {
  console.error(`petstore-conformance: ${sentence}\n`);
  return EXIT.usage;
}

function wholeNumber(text: string, most: number): number | null {
  const value = Number(text);
  return /^\d+$/.test(text) && value <= most ? value : null;
}
