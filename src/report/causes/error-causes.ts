import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../contract/json.ts';
import { allOf } from '../../contract/describe.ts';
import { headerValue } from '../../http/exchange.ts';
import { operations } from '../../contract/operations.ts';
import { firstElementIn, holdsOnlyArrays, onlyObjectIn } from '../../suite/responses/inner-values.ts';
import { requirementsAbout } from '../../suite/rules/response-rules.ts';
import { type AgreeingGroup, type Cause, causeOf, type Reading, valuesByGroup } from './cause.ts';
import { isSuccess, REJECTIONS, rejectsKey } from '../../suite/responses/response.ts';
import { isJson, isWithoutKey, type SeenExchange, type SeenRun } from './seen-exchanges.ts';
import { memberOf, membersOf, shortName } from './seen-object.ts';

/** Mistakes with Errors (part 7) and with the form of bodies (part 1). */
export const errorCauses: readonly Cause[] = [
  causeOf<ShownError>({
    id: 'error-lacks-members',
    explains: requirementsAbout('error'),
    reads: readsMembers,
    sentence: (groups, _areAll, run) => {
      const read = run.seen.flatMap(readsMembers).map(({ group }) => group);
      const wrong = groups.map(({ name, values }) => ({
        name,
        values: [...new Set(values.map(({ faults }) => faults))],
      }));
      const others = new Set(groups.flatMap(({ values }) => values.map((value) => value.others)));
      const instead = others.size === 1 ? [...others].join('') : '';
      // The faults of one Error hold "and" and commas.
      const faults = valuesByGroup(byStatus(wrong, read), 'with', ({ values }) => values.join(', or '));
      return `JSON Errors are wrong: ${faults}.${instead}`;
    },
    fix: "Replace every error body, your own and the framework's: one handler writes code (a string), message (a string) and status (the HTTP status as a number).",
    isWide: true,
  }),
  causeOf({
    id: 'body-not-json',
    explains: ['ANSWER-JSON', 'ANSWER-MEDIA-TYPE', 'ERROR-OBJECT'],
    reads: readsText,
    sentence: (groups, _areAll, run) => `Bodies are not JSON: ${bodiesByStatus(groups, run)}.`,
    fix: 'Write every body as JSON with Content-Type: application/json, and every error with one handler that replaces the default pages and texts of the framework.',
    isWide: true,
  }),
  causeOf({
    id: 'json-under-another-type',
    explains: ['ANSWER-MEDIA-TYPE'],
    reads: readsOtherType,
    sentence: (groups, _areAll, run) =>
      `JSON has another media type than application/json: ${bodiesByStatus(groups, run)}.`,
    fix: 'Set Content-Type: application/json on every response. Frameworks with media types of their own have an option for the default.',
  }),
];

/** What a response is for that should have an Error. Null if the contract describes none. */
function occasionOf(seen: SeenExchange): string | null {
  const { operation, key, status, sent } = seen;
  if (operation === 'other' || !(status === 401 || REJECTIONS.has(status))) return null;
  // With a wrong key and a wrong body, the status says what was rejected.
  const hasWrongBody = sent.kind === 'malformed' || sent.kind === 'empty' || sent.wrong.length > 0;
  const isOfBody = operation === 'createPet' && hasWrongBody && !rejectsKey({ status });
  if (isWithoutKey(seen) && status === 415 && !isJson(seen)) return 'another media type';
  if (isWithoutKey(seen) && !isOfBody) return `a ${key} key`;
  if (key === 'unspecified' || rejectsKey({ status })) return null;
  if (operation === 'getPet') return status === 404 ? 'an unknown pet' : null;
  if (operation !== 'createPet') return null;
  if (sent.kind === 'unread') return null;
  if (sent.kind === 'malformed') return 'a malformed body';
  if (sent.kind === 'empty') return 'an empty body';
  if (sent.object !== null) return 'an object';
  return isJsonArray(sent.value) ? 'an array' : 'a bare JSON value';
}

const MEMBERS = ['code', 'message', 'status'] as const;
const REQUIREMENT_OF = { code: 'ERROR-CODE', message: 'ERROR-MESSAGE', status: 'ERROR-STATUS' } as const;

/** What is wrong with an Error, in words. `others`: a sentence about members that the contract does not name; empty for none. */
interface ShownError {
  readonly faults: string;
  readonly others: string;
}

function readsMembers(seen: SeenExchange): readonly Reading<ShownError>[] {
  const occasion = occasionOf(seen);
  const body = seen.body?.value;
  // What is no JSON object is another mistake.
  if (occasion === null || !isJsonObject(body)) return [];
  const error = innerError(body)?.error ?? body;
  const wrong = MEMBERS.filter((member) => typeof error[member] !== (member === 'status' ? 'number' : 'string'));
  const isInside = error !== body;
  const shows = [...wrong.map((member) => REQUIREMENT_OF[member]), ...(isInside ? [] : (['ERROR-OBJECT'] as const))];
  const faults = wrong.map((member) =>
    Object.hasOwn(error, member) ? `a ${member} that is ${kindOf(error[member])}` : `no ${member}`,
  );
  const others = Object.keys(error).filter((member) => !MEMBERS.some((each) => each === member));
  const value = { faults: allOf(faults), others: others.length === 0 ? '' : ` They have ${membersOf(others)}.` };
  return [{ group: `${seen.status} for ${occasion}`, agrees: wrong.length > 0, value, shows }];
}

function kindOf(value: JsonValue | undefined): string {
  if (value === null) return 'null';
  if (isJsonArray(value)) return 'an array';
  return isJsonObject(value) ? 'an object' : `a ${typeof value}`;
}

/** The Error inside an object without any member of an Error, or a text of its own, and the member that holds it. */
function innerError(value: JsonObject): { readonly member: string; readonly error: JsonObject } | null {
  const isEmpty = MEMBERS.every((member) => !Object.hasOwn(value, member));
  const isBare = isEmpty && Object.values(value).every((each) => typeof each !== 'string');
  const inner = isBare ? (onlyObjectIn(value) ?? firstElementIn(value)) : null;
  if (inner === null || !isJsonObject(inner.value) || holdsOnlyArrays(inner.value)) return null;
  const { value: error } = inner;
  return MEMBERS.some((each) => Object.hasOwn(error, each)) ? { member: memberOf(inner), error } : null;
}

/** Reads the member that holds an Error. */
export function readsErrorEnvelope(seen: SeenExchange): readonly Reading[] {
  const value = seen.body?.value;
  if (occasionOf(seen) === null || !isJsonObject(value)) return [];
  const member = innerError(value)?.member;
  return [{ group: 'the Error', agrees: member !== undefined, value: member, shows: ['ERROR-OBJECT'] }];
}

/** What stands in the error pages of frameworks and servers, and their names. */
const FRAMEWORKS: readonly (readonly [mark: RegExp, name: string])[] = [
  [/<pre>Cannot (?:GET|POST) \/|<pre>\w{0,40}Error: .{0,400}<br>/, 'Express'],
  [/Whitelabel Error Page/, 'Spring Boot'],
  [/Apache Tomcat/, 'Tomcat'],
  [/Werkzeug|The requested URL was not found on the server\. If you entered/, 'Flask'],
  [/DEBUG = True<\/code> in your Django/, 'Django'],
  [/Powered by Jetty/, 'Jetty'],
  [/Sinatra doesn.t know this ditty/, 'Sinatra'],
  [/Action Controller: Exception|rails-default-error-page/, 'Rails'],
  [/<center>(?:nginx|openresty)/, 'nginx'],
];

function readsText(seen: SeenExchange): readonly Reading[] {
  const group = descriptionOf(seen);
  if (group === null || seen.bodyKind === 'unread') return [];
  if (seen.bodyKind === 'json') return [{ group, agrees: false }];
  const text = seen.exchange.response?.body.text ?? '';
  const framework = FRAMEWORKS.find(([mark]) => mark.test(text))?.[1];
  const page = framework === undefined ? 'HTML' : `the HTML page of ${framework}`;
  return [{ group, agrees: true, value: { html: page, text: 'text', empty: 'no body' }[seen.bodyKind] }];
}

function readsOtherType(seen: SeenExchange): readonly Reading[] {
  const group = descriptionOf(seen);
  if (group === null || seen.bodyKind !== 'json') return [];
  const [type = ''] = (headerValue(seen.exchange.response?.headers ?? [], 'content-type') ?? '').split(';');
  const name = shortName(type.trim().toLowerCase());
  return [{ group, agrees: name !== 'application/json', value: name === '' ? 'no Content-Type' : name }];
}

/** The status in the name of a group. */
function statusOf(name: string): string {
  return name.split(' ', 1).join('');
}

/** Groups such as "400 for an array". One stands for all groups of a status if each of `all` is among them. */
function byStatus(groups: readonly AgreeingGroup[], all: readonly string[]): readonly AgreeingGroup[] {
  return [...Map.groupBy(groups, ({ name }) => statusOf(name))]
    .toSorted(([one], [other]) => Number(one) - Number(other))
    .flatMap(([status, own]) => {
      if (all.some((name) => statusOf(name) === status && own.every((each) => each.name !== name))) return own;
      return [{ name: `every ${status}`, values: [...new Set(own.flatMap(({ values }) => values))] }];
    });
}

/** Such as "HTML with every 400", for groups of `descriptionOf`. */
function bodiesByStatus(groups: readonly AgreeingGroup[], { seen }: SeenRun): string {
  return valuesByGroup(
    byStatus(
      groups,
      seen.flatMap((each) => descriptionOf(each) ?? []),
    ),
    'with',
  );
}

/** What a response is for, if the contract describes its body. */
function descriptionOf(seen: SeenExchange): string | null {
  const { operation, status } = seen;
  const success = operation !== 'other' && isSuccess(seen) ? `a ${operations[operation].noun}` : null;
  const occasion = occasionOf(seen) ?? success;
  return occasion === null ? null : `${status} for ${occasion}`;
}
