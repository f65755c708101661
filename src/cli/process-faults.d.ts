/** Sets how the message of an error is shown: made inert, and without secrets once there are any. */
export function showFaultsBy(showMessage: (message: string) => string): void;
