import type { BodyRecord } from '../http/exchange.ts';
import type { Report } from '../report/report.ts';

/** Replaces a text that holds a secret. */
const WITHHELD = '(withheld: this text would show a secret)';

/** Replaces each text of a report that shows a secret. The description of the run and its cases stay as they are. */
export function withholdTexts(report: Report, showsSecret: (text: string) => boolean): Report {
  const { run, verdict, counts, cases, casesDigest, ...evidence } = report;
  return { ...(replaceTexts(evidence, showsSecret) as typeof evidence), run, verdict, counts, cases, casesDigest };
}

function replaceTexts(value: unknown, showsSecret: (text: string) => boolean): unknown {
  if (typeof value === 'string') return showsSecret(value) ? WITHHELD : value;
  if (Array.isArray(value)) return value.map((each) => replaceTexts(each, showsSecret));
  if (typeof value !== 'object' || value === null) return value;
  const replaced = Object.fromEntries(
    Object.entries(value).map(([name, each]) => {
      const shown = replaceTexts(each, showsSecret);
      // A sentence is neither the id of a pet nor a JSON Pointer.
      return [name, shown === WITHHELD && (name === 'id' || name === 'pointer') ? null : shown];
    }),
  );
  return replaced['text'] === WITHHELD && 'encoding' in replaced ? { ...replaced, ...withheldBody } : replaced;
}

const withheldBody: Pick<BodyRecord, 'text' | 'encoding' | 'capped'> = {
  text: WITHHELD,
  encoding: 'utf8',
  capped: true,
};

function withoutName<Pet extends { readonly name: string | null }>(pet: Pet): Pet {
  return { ...pet, name: pet.name === null ? null : WITHHELD };
}

/** Replaces everything that the service sent, because a secret may be visible only in the finished file. */
export function withholdResponses(report: Report): Report {
  return {
    ...report,
    checks: report.checks.map((check) => ({
      ...check,
      actual: WITHHELD,
      pointer: null,
    })),
    behaviour: report.behaviour.map((entry) => ({ ...entry, seen: WITHHELD })),
    created: report.created.map(withoutName),
    ...(report.claimed === undefined ? {} : { claimed: report.claimed.map(withoutName) }),
    exchanges: report.exchanges.map(({ response, ...exchange }) => ({
      ...exchange,
      response: response && {
        ...response,
        headers: [['(withheld)', WITHHELD]],
        body: { ...response.body, ...withheldBody },
      },
    })),
  };
}
