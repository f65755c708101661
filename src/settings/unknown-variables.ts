import { editDistance } from '../contract/nearest-words.ts';
import { type SettingName, settingNames, settings, settingVariables } from './settings.ts';
import { type SettingContext, nonBlank } from './read-settings.ts';

/** The report's commands read the values of additional headers from variables with this prefix. */
const HEADER_PREFIX = 'PETSTORE_HEADER_';
/** In shorter names one slip makes another word: PETSTORE_FEED is not PETSTORE_SEED. */
const LEAST_LETTERS = 'petstore'.length + 6;

/** The variable whose name this one probably misspells; null if the name is right or may belong to the service. */
export function meantVariable(name: string): string | null {
  if (isKnown(name)) return null;
  const letters = lettersOf(name);
  const same = settingVariables.find((variable) => lettersOf(variable) === letters);
  return same ?? settingVariables.find((variable) => isOneSlip(lettersOf(variable), letters)) ?? null;
}

/** Reports variables that misspell a setting without a value, and notes others that are no settings. Quotes no value. */
export function checkVariables(context: SettingContext): void {
  const { environment, dotenv, problem, note } = context;
  for (const [place, variables] of [
    ['the environment', environment],
    ['.env', dotenv],
  ] as const) {
    for (const name of Object.keys(variables)) {
      const meant = variables[name] === undefined ? null : meantVariable(name);
      if (meant === null || isGiven(meant, context)) continue;
      problem(
        `${name} in ${place} looks like ${meant}, which has no value. Rename it to ${meant}. If ${name} belongs to the service, set ${meant} too, or start the run without ${name}.`,
      );
    }
  }
  const all = new Set([...Object.keys(environment), ...Object.keys(dotenv)]);
  for (const name of [...all].sort()) {
    if (!name.startsWith('PETSTORE_') || isKnown(name)) continue;
    note(`${name} is not a setting of this suite. The run ignores it.`);
  }
}

function isKnown(name: string): boolean {
  return settingVariables.includes(name) || name.startsWith(HEADER_PREFIX);
}

function lettersOf(name: string): string {
  return name.replaceAll('_', '').toLowerCase();
}

function isOneSlip(known: string, letters: string): boolean {
  if (known.length < LEAST_LETTERS || Math.abs(known.length - letters.length) > 1) return false;
  return editDistance(known, letters) === 1;
}

/** Whether any source gives a setting. The key and its file are one setting here. */
function isGiven(variable: string, { given, environment, dotenv }: SettingContext): boolean {
  const key: readonly SettingName[] = ['apiKey', 'apiKeyFile'];
  const names = settingNames.filter((name) => settings[name].variable === variable);
  const sameSetting = names.some((name) => key.includes(name)) ? key : names;
  return sameSetting.some((name) => {
    const texts = [environment, dotenv].map((layer) => layer[settings[name].variable]);
    return (given[name] ?? '') !== '' || texts.some((text) => nonBlank(text) !== undefined);
  });
}
