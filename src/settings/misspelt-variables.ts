import { editDistance } from '../contract/nearest-words.ts';
import { settingNames, settings, settingVariables } from './settings.ts';
import { filled, type SettingSources } from './sources.ts';

/** The report's commands read the values of additional headers from variables with this prefix. */
const HEADER_PREFIX = 'PETSTORE_HEADER_';
/** In shorter names one slip makes another word: PETSTORE_FEED is not PETSTORE_SEED. */
const LEAST_LETTERS = 'petstore'.length + 6;

/** The variable whose name this one probably misspells; null if the name is right or may belong to the service. */
export function meantVariable(name: string): string | null {
  if (settingVariables.includes(name) || name.startsWith(HEADER_PREFIX)) return null;
  const letters = lettersOf(name);
  const same = settingVariables.find((variable) => lettersOf(variable) === letters);
  return same ?? settingVariables.find((variable) => isOneSlip(lettersOf(variable), letters)) ?? null;
}

/** One problem for each variable that misspells a setting which has no value. No problem quotes a value. */
export function misspeltVariables(sources: SettingSources): readonly string[] {
  const places = [
    ['the environment', sources.environment],
    ['.env', sources.dotenv],
  ] as const;
  return places.flatMap(([place, variables]) =>
    Object.keys(variables).flatMap((name) => {
      const meant = variables[name] === undefined ? null : meantVariable(name);
      if (meant === null || isGiven(meant, sources)) return [];
      return [
        `${name} in ${place} looks like ${meant}, which has no value. Rename it to ${meant}. If ${name} belongs to the service, set ${meant} too, or start the run without ${name}.`,
      ];
    }),
  );
}

function lettersOf(name: string): string {
  return name.replaceAll('_', '').toLowerCase();
}

function isOneSlip(known: string, letters: string): boolean {
  if (known.length < LEAST_LETTERS || Math.abs(known.length - letters.length) > 1) return false;
  return editDistance(known, letters) === 1;
}

/** Whether any source gives a setting. The key and its file are one setting here. */
function isGiven(variable: string, { given, environment, dotenv }: SettingSources): boolean {
  const keyVariables: readonly string[] = [settings.apiKey.variable, settings.apiKeyFile.variable];
  const variables = keyVariables.includes(variable) ? keyVariables : [variable];
  return (
    settingNames.some((name) => {
      const value = given[name];
      return variables.includes(settings[name].variable) && value !== undefined && value !== '';
    }) || variables.some((each) => filled(environment[each]) !== undefined || filled(dotenv[each]) !== undefined)
  );
}
