import { type Configuration, type Resolution, resolveConfiguration } from '../../src/settings/configuration.ts';
import { nameByFlag, type SettingSources } from '../../src/settings/read-settings.ts';

export const key = 'sk_secret_value';
export const target = { PETSTORE_BASE_URL: 'https://pets.example/v1', PETSTORE_API_KEY: key };

/** Reads only these files. Every other file is unreadable. */
export function filesWith(texts: Readonly<Record<string, string>>): SettingSources['readFile'] {
  return (path) => {
    const text = texts[path];
    return text === undefined ? { kind: 'bad', problems: ['cannot be read'] } : { kind: 'ok', value: text };
  };
}

/** Sources of settings without other values. */
export function sourcesWith(sources: Partial<SettingSources>): SettingSources {
  return {
    given: {},
    environment: {},
    dotenv: {},
    readFile: filesWith({}),
    formats: ['json', 'junit', 'md'],
    freshSeed: 424_242,
    nameOf: nameByFlag,
    ...sources,
  };
}

export function resolve(sources: Partial<SettingSources>): Resolution {
  return resolveConfiguration(sourcesWith(sources));
}

export function configured(sources: Partial<SettingSources>): Configuration {
  const resolution = resolve(sources);
  if (resolution.kind === 'bad') throw new Error(resolution.problems.join('\n'));
  return resolution.value.configuration;
}

export const problemsOf = (sources: Partial<SettingSources>): readonly string[] => {
  const resolution = resolve(sources);
  return resolution.kind === 'bad' ? resolution.problems : [];
};
export const notesOf = (sources: Partial<SettingSources>): readonly string[] => {
  const resolution = resolve(sources);
  return resolution.kind === 'ok' ? resolution.value.notes : [];
};
