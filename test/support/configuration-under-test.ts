import { type Configuration, type Resolution, resolveConfiguration } from '../../src/settings/configuration.ts';
import { nameByFlag, type SettingSources } from '../../src/settings/sources.ts';

export const key = 'sk_secret_value';
export const target = { PETSTORE_BASE_URL: 'https://pets.example/v1', PETSTORE_API_KEY: key };

export function resolve(sources: Partial<SettingSources>): Resolution {
  return resolveConfiguration({
    given: {},
    environment: {},
    dotenv: {},
    readFile: () => {
      throw new Error('no file');
    },
    formats: ['json', 'junit', 'md'],
    freshSeed: 424_242,
    nameOf: nameByFlag,
    ...sources,
  });
}

export function configured(sources: Partial<SettingSources>): Configuration {
  const resolution = resolve(sources);
  if (resolution.kind === 'bad') throw new Error(resolution.problems.join('\n'));
  return resolution.configuration;
}

export const problemsOf = (sources: Partial<SettingSources>): readonly string[] => {
  const resolution = resolve(sources);
  return resolution.kind === 'bad' ? resolution.problems : [];
};
export const notesOf = (sources: Partial<SettingSources>): readonly string[] => {
  const resolution = resolve(sources);
  return resolution.kind === 'ok' ? resolution.notes : [];
};
