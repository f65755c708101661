import { type Findings, type NumberSetting, type SettingSources, settingValue } from './settings.ts';

interface NumberRule {
  readonly least: number;
  readonly most: number;
  readonly whole: boolean;
  readonly what: string;
}

const SECONDS = 'a number of seconds';
const COUNT = 'a whole number';
const KIBIBYTES = 'a whole number of KiB';

const RULES: Readonly<Record<NumberSetting, NumberRule>> = {
  concurrency: { least: 1, most: 100, whole: true, what: COUNT },
  seed: { least: 0, most: 2_147_483_647, whole: true, what: COUNT },
  maxCreates: { least: 0, most: 100_000, whole: true, what: COUNT },
  examples: { least: 0, most: 10_000, whole: true, what: COUNT },
  wait: { least: 0, most: 3_600, whole: false, what: SECONDS },
  requestTimeout: { least: 1, most: 600, whole: false, what: SECONDS },
  settleTimeout: { least: 0, most: 600, whole: false, what: SECONDS },
  deadline: { least: 1, most: 86_400, whole: false, what: SECONDS },
  rateLimit: { least: 0.1, most: 10_000, whole: false, what: 'a number of requests a second' },
  maxRequests: { least: 1, most: 100_000_000, whole: true, what: COUNT },
  maxHeaderSize: { least: 1, most: 1024, whole: true, what: KIBIBYTES },
  maxBodySize: { least: 1, most: 262_144, whole: true, what: KIBIBYTES },
  maxDecompressedSize: { least: 1, most: 262_144, whole: true, what: KIBIBYTES },
  // Beyond it the reader itself would be short of room.
  maxDepth: { least: 2, most: 2_000, whole: true, what: 'a whole number of levels' },
};

/** A number within its bounds; null where it is not set, or where there is a problem. */
export function readNumber(setting: NumberSetting, sources: SettingSources, findings: Findings): number | null {
  const given = settingValue(sources, setting);
  if (given === undefined) return null;
  const { least, most, whole, what } = RULES[setting];
  const value = typeof given === 'string' ? parseNumber(given, whole) : given;
  if ((!whole || Number.isInteger(value)) && value >= least && value <= most) return value;
  findings.problem(`${findings.nameOf(setting)} must be ${what} from ${least} to ${most}.`);
  return null;
}

/** NaN where the text is no plain decimal number. */
function parseNumber(text: string, whole: boolean): number {
  const form = whole ? /^\s*\d+\s*$/ : /^\s*\d+(\.\d+)?\s*$/;
  return form.test(text) ? Number(text) : Number.NaN;
}
