import { isJsonObject, type JsonValue, readJson } from '../contract/json.ts';
import { findRequirement } from '../contract/requirements.ts';
import { type Exchange, headerValue } from '../http/exchange.ts';
import { isSuccess } from '../suite/responses/response.ts';
import { responseRules } from '../suite/rules/response-rules.ts';
import { isRejectedAsSuccess } from './causes/create-causes.ts';
import { seenRun } from './causes/seen-exchanges.ts';
import { oncePer } from './once-per.ts';
import type { ReportIndex } from './report-index.ts';
import { hasUsualHeaders, isAsciiText, sentMember } from './verdict/unusualness.ts';
import type { Violation } from './violation.ts';

/** The report that violations belong to. */
type InReport = Pick<ReportIndex, 'report'>;

/** The remedies of what violates a requirement, each once. */
export function remedyFor(id: string, violations: readonly (Violation | null)[], index: InReport): string | null {
  const remedies = new Set(violations.flatMap((violation) => remediesOf(id, violation, index)));
  return remedies.size === 0 ? null : [...remedies].join(' ');
}

/** The remedy of the table, unless the status says more: a valid request failed, or another one got a status of its own. */
function remediesOf(id: string, violation: Violation | null, index: InReport): readonly string[] {
  const status = violation?.exchange?.response?.status ?? 0;
  const hasFailed = status >= 500;
  const find = `Find the error behind the ${status} in the log of the service`;
  if (isAboutRejection(id) && status > 400)
    return [
      hasFailed
        ? `${find}: check the body first, and respond with 400 and an Error.`
        : `Where the service responds with ${status}, respond with 400 and an Error.`,
    ];
  if (isRejectionSentAsSuccess(violation?.exchange, index))
    return [
      ...(isAboutRejection(id) ? [] : ['Accept every valid body, and respond with 201 and the pet.']),
      `Where the service rejects a body with ${status}, respond with 400 and an Error.`,
    ];
  const { remedy, remedies } = findRequirement(id) ?? {};
  const own = remedies?.[formSeen(id, violation) ?? ''] ?? remedy;
  const usual = own === undefined ? [] : [own];
  const { difference } = violation?.check ?? {};
  if (difference?.kind !== 'status') return usual;
  const { expected, actual } = difference;
  // Before the key is checked, another status shows another check.
  if (expected === 401 && (actual === 403 || (actual >= 400 && !hasFailed && id !== 'AUTH-FIRST')))
    return [`Where the service responds with ${actual}, respond with 401 and an Error.`];
  if (!hasFailed) return usual;
  const mustSucceed = responseRules.some((rule) => rule.requirement === id && rule.isOfStatus);
  return mustSucceed ? [`${find}: a valid request must succeed.`] : [`${find}.`, ...usual];
}

/** Whether a requirement is about bodies that a service must reject. */
export function isAboutRejection(id: string): boolean {
  return id.startsWith('CREATE-REFUSES-');
}

/** Whether an exchange is a creation that the service rejects with a status of success. */
export function isRejectionSentAsSuccess(exchange: Exchange | undefined, { report }: InReport): boolean {
  if (exchange?.operation !== 'createPet' || !isSuccess({ status: exchange.response?.status ?? 0 })) return false;
  return rejectedAsSuccess(report.exchanges).has(exchange.id);
}

const rejectedAsSuccess = oncePer((exchanges: readonly Exchange[]): ReadonlySet<string> => {
  const run = seenRun(exchanges);
  return new Set(run.seen.filter((seen) => isRejectedAsSuccess(seen, run)).map(({ exchange }) => exchange.id));
});

/** Which of the remedies of a requirement the violation calls for. Null if it has only one, or if the evidence does not show it. */
export function formSeen(id: string, violation: Pick<Violation, 'check' | 'exchange'> | null): string | null {
  const exchange = violation?.exchange;
  if (exchange === undefined) return null;
  if (id.endsWith('-SPELLINGS')) return formOfRequest(exchange);
  switch (id) {
    case 'ANSWER-JSON':
      return formOfBody(exchange);
    case 'PET-OBJECT':
      return holdsNothingElse(exchange) ? 'no pet' : null;
    case 'CREATE-NAMES': {
      const name = sentMember(exchange, 'name');
      return typeof name === 'string' && isAsciiText(name) ? 'plain name' : null;
    }
    case 'ERROR-STATUS': {
      const { difference } = violation?.check ?? {};
      return difference?.kind === 'form' ? difference.actual : null;
    }
    default:
      return null;
  }
}

function formOfRequest({ request }: Exchange): string {
  if (request.url.includes('%')) return 'target';
  return hasUsualHeaders(request) ? 'body' : 'fields';
}

function formOfBody({ response }: Exchange): string | null {
  if (response === null) return null;
  const { body, headers } = response;
  if (body.length === 0) return 'empty';
  if (headerValue(headers, 'content-encoding') !== undefined) return 'encoded';
  if (body.encoding !== 'utf8') return 'bytes';
  return /^\s*<[!a-z]/i.test(body.text) ? 'html' : 'text';
}

/** Whether a body has no array or object inside that could be the pet. */
function holdsNothingElse({ response }: Exchange): boolean {
  const reading = readJson(Buffer.from(response?.body.text ?? ''));
  if (reading.kind !== 'json') return false;
  const { value } = reading.document;
  return isPlain(value) || (isJsonObject(value) && Object.values(value).every(isPlain));
}

function isPlain(value: JsonValue): boolean {
  return value === null || typeof value !== 'object';
}
