import { type Setting, settingGroups, settings } from '../src/settings/settings.ts';
import { withGeneratedPart } from './generated-part.ts';

const MARKS = {
  begin: '<!-- settings: written by npm run generate from src/settings/settings.ts -->',
  end: '<!-- end of settings -->',
};

const rows: readonly Setting[] = Object.values(settings);

/** Updates the tables of settings in docs/settings.md, one for each group. Throws if the page has no place for it. */
export function withSettings(page: string): string {
  const tables = settingGroups.map((group) => {
    const own = rows.filter((setting) => setting.group === group);
    return `## ${group}\n\n${table([['flag', 'variable', 'value', 'default', 'meaning'], ...own.map(cellsOf)])}`;
  });
  return withGeneratedPart('docs/settings.md', page, MARKS, tables.join('\n\n'));
}

function cellsOf(setting: Setting): readonly string[] {
  return [
    setting.flag === null ? '' : `\`${setting.flag}\``,
    `\`${setting.variable}\``,
    setting.type.rule,
    defaultOf(setting),
    `${setting.description}${setting.isSecret === true ? ' (secret)' : ''}`,
  ];
}

/** A Markdown table with the padding of the formatter. The first row names the columns. */
function table(lines: readonly (readonly string[])[]): string {
  const widths = (lines[0] ?? []).map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  const padded = lines.map((line) => `| ${line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`);
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  return [padded[0], rule, ...padded.slice(1)].join('\n');
}

/** Renders .env.example: every variable without a value. */
export function renderDotenvExample(): string {
  return `${[INTRODUCTION, ...rows.map(exampleOf)].join('\n\n')}\n`;
}

const INTRODUCTION = `# Settings of petstore-conformance, written by npm run generate from src/settings/settings.ts.
# Copy this file to .env and fill in what you need. Flags override the environment, and the environment overrides .env.
# In this file, a variable without a value counts as not set. .env can hold secrets: chmod 600 .env keeps it to you.`;

function exampleOf(setting: Setting): string {
  const comment = `# ${setting.description.slice(0, 1).toUpperCase()}${setting.description.slice(1)}.`;
  const otherwise = defaultOf(setting);
  const value = `# Value: ${setting.type.rule}.${otherwise === '' ? '' : ` Default: ${otherwise}.`}`;
  return [comment, value, `${setting.variable}=`].join('\n');
}

function defaultOf({ default: value, otherwise }: Setting): string {
  return otherwise ?? (value === null ? '' : String(value));
}
