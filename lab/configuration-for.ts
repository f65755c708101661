import type { Configuration } from '../src/settings/configuration.ts';
import { defaultNetwork } from '../src/settings/network.ts';
import { defaultValues } from '../src/settings/read-settings.ts';

/** The configuration for a target and its key, with the defaults of all other settings. */
export function configurationFor(baseUrl: string, apiKey: string): Configuration {
  return {
    ...defaultValues,
    ...defaultNetwork,
    baseUrl,
    embedded: false,
    apiKey,
    formats: ['json'],
    seed: 1,
    riskyProbes: true,
  };
}
