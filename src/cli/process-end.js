import { writeSync } from 'node:fs';
import { inspect } from 'node:util';

// Plain JavaScript, because it runs before the code cache, while modules load.

/** EXIT.suiteFault of command-result.ts. */
const SUITE_FAULT = 4;
const STANDARD_ERROR = 2;

export const SIGNAL_EXITS = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 };

/** Until `safeText` is loaded, shows only printable ASCII. */
let show = (message) => message.replaceAll(/[^ -~]/g, '?');

export function showFaultsBy(showMessage) {
  show = showMessage;
}

/**
 * Ends the process with exit code 4 and one sentence after an error that nothing else handles, or if the command ends without
 * a result. Node would use exit code 1, which accuses the service. A signal that the command does not handle ends it at once.
 */
export function watchProcess() {
  let hasResult = false;
  process.on('uncaughtException', endByFault);
  process.on('unhandledRejection', endByFault);
  process.on('beforeExit', () => {
    if (!hasResult) endByFault(new Error('The command ended without a result.'));
  });
  for (const [signal, code] of Object.entries(SIGNAL_EXITS)) {
    process.on(signal, () => {
      if (process.listenerCount(signal) === 1) process.exit(code);
    });
  }
  return {
    /** Sets the exit code that the process ends with. */
    setResult(code) {
      hasResult = true;
      process.exitCode = code;
    },
  };
}

function endByFault(error) {
  try {
    const message = error instanceof Error ? error.message : inspect(error);
    writeSync(STANDARD_ERROR, `petstore-conformance: a fault of the suite itself: ${show(message)}\n`);
  } catch {
    // A broken standard error changes no exit code.
  } finally {
    process.exit(SUITE_FAULT);
  }
}
