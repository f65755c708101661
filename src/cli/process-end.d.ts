/** The signals that end a command early, with their exit codes: 128 and the number of the signal, as shells have it. */
export const SIGNAL_EXITS: { readonly SIGHUP: 129; readonly SIGINT: 130; readonly SIGTERM: 143 };

/** Sets how the message of an error is shown: inert, and without the secrets of the settings. */
export function showFaultsBy(showMessage: (message: string) => string): void;
