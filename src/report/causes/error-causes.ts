import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../contract/json.ts';
import { allOf, alternatives } from '../../contract/describe.ts';
import { operations } from '../../contract/operations.ts';
import { firstElementIn, onlyObjectIn } from '../../suite/responses/makeshift.ts';
import { ABOUT_BODIES } from '../../suite/rules/response-rules.ts';
import { type AgreeingGroup, type Cause, causeOf, type Reading, valuesByGroup } from './cause.ts';
import { isSuccess, REJECTIONS, rejectsKey } from '../../suite/responses/response.ts';
import type { SeenExchange, SeenRun } from './seen-exchanges.ts';
import { memberOf, membersOf } from './seen-object.ts';

/** Mistakes with Errors (part 7) and with the form of bodies (part 1). */
export const errorCauses: readonly Cause[] = [
  causeOf({
    id: 'error-lacks-members',
    explains: ABOUT_BODIES.error,
    reads: readsMembers,
    sentence: (groups, areAll, run) => {
      const values = groups.flatMap((group) => group.values);
      const others = new Set(values.map((value) => value.others));
      const faults = [...new Set(values.flatMap((value) => value.faults))];
      const everywhere = faults.filter((fault) => values.every((value) => value.faults.includes(fault)));
      const some = faults.filter((fault) => !everywhere.includes(fault));
      const words = allOf([...everywhere, ...some.map((fault) => `sometimes ${fault}`)]);
      return `${errorsOf(groups, areAll, run)} has ${words}${others.size === 1 ? [...others].join('') : ''}.`;
    },
    fix: "Replace every error body, your own and the framework's: one handler writes code (a string), message (a string) and status (the HTTP status as a number).",
    isWide: true,
  }),
  causeOf({
    id: 'body-not-json',
    explains: ['ANSWER-JSON', 'ANSWER-MEDIA-TYPE', 'ERROR-OBJECT'],
    reads: readsText,
    sentence: (groups, _areAll, run) => `Bodies are not JSON: ${valuesByGroup(byStatus(groups, run), 'with')}.`,
    fix: 'Write every body as JSON with Content-Type: application/json, and every error with one handler that replaces the default pages and texts of the framework.',
    isWide: true,
  }),
];

/** What is wrong with an Error, in words, and the status of its response. */
interface ShownError {
  readonly faults: readonly string[];
  /** The other members of an Error that lacks some: ", but the member detail". */
  readonly others: string;
  readonly status: number;
  /** What the response is for, in words. */
  readonly occasion: string;
}

/** "Every JSON Error with 400 or 404"; "The JSON Error with 401 and with 400 for an array". */
function errorsOf(groups: readonly AgreeingGroup<ShownError>[], areAll: boolean, { seen }: SeenRun): string {
  const names = new Set(groups.map(({ name }) => name));
  const others = seen.flatMap(readsMembers).filter(({ group }) => !names.has(group));
  const shown = groups.flatMap(({ values }) => values).toSorted((one, other) => one.status - other.status);
  const statuses = [...Map.groupBy(shown, ({ status }) => String(status))].map(([status, own]) => ({
    status,
    occasions: allOf([...new Set(own.map(({ occasion }) => occasion))]),
    isWhole: areAll || !others.some(({ value }) => String(value?.status) === status),
  }));
  const whole = alternatives(statuses.flatMap(({ status, isWhole }) => (isWhole ? status : [])));
  const partial = statuses.flatMap(({ status, occasions, isWhole }) => (isWhole ? [] : `${status} for ${occasions}`));
  return `${areAll ? 'Every' : 'The'} JSON Error with ${[whole, ...partial].filter(Boolean).join(' and with ')}`;
}

/** What a response is for that should have an Error. Null if the contract describes none. */
function occasionOf(seen: SeenExchange): string | null {
  const { operation, key, status, sent } = seen;
  if (operation === 'other' || !(status === 401 || REJECTIONS.has(status))) return null;
  // With a wrong key and a wrong body, the status says what was rejected.
  const hasWrongBody = sent.kind === 'malformed' || sent.kind === 'empty' || sent.wrong.length > 0;
  const isOfBody = operation === 'createPet' && hasWrongBody && !rejectsKey({ status });
  if ((key === 'missing' || key === 'wrong') && !isOfBody) return `a ${key} key`;
  if (key === 'unspecified' || rejectsKey({ status })) return null;
  if (operation === 'getPet') return status === 404 ? 'an unknown pet' : null;
  if (operation !== 'createPet') return null;
  if (sent.kind === 'unread') return null;
  if (sent.kind === 'malformed') return 'a malformed body';
  if (sent.kind === 'empty') return 'an empty body';
  if (sent.object !== null) return 'an invalid object';
  return isJsonArray(sent.value) ? 'an array' : 'a bare JSON value';
}

const MEMBERS = ['code', 'message', 'status'] as const;
const TYPES = { code: 'string', message: 'string', status: 'number' } as const;
const REQUIREMENT_OF = { code: 'ERROR-CODE', message: 'ERROR-MESSAGE', status: 'ERROR-STATUS' } as const;

function readsMembers(seen: SeenExchange): readonly Reading<ShownError>[] {
  const occasion = occasionOf(seen);
  const body = seen.body?.value;
  // What is no JSON object is another mistake.
  if (occasion === null || !isJsonObject(body)) return [];
  const error = innerError(body)?.error ?? body;
  const wrong = MEMBERS.filter((member) => typeof error[member] !== TYPES[member]);
  const isInside = error !== body;
  const shows = [...wrong.map((member) => REQUIREMENT_OF[member]), ...(isInside ? [] : (['ERROR-OBJECT'] as const))];
  const faults = wrong.map((member) =>
    Object.hasOwn(error, member) ? `a ${member} that is ${kindOf(error[member])}` : `no ${member}`,
  );
  const others = Object.keys(error).filter((member) => !MEMBERS.some((each) => each === member));
  const value = {
    faults,
    others: others.length === 0 ? '' : `, but ${membersOf(others)}`,
    status: seen.status,
    occasion,
  };
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
  if (inner === null || !isJsonObject(inner.value)) return null;
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

/** Groups by what responses are for. One stands for all of a status if each response with it agrees. */
function byStatus(groups: readonly AgreeingGroup[], { seen }: SeenRun): readonly AgreeingGroup[] {
  const named = new Map(groups.map((group) => [group.name, group]));
  const all = Map.groupBy(
    seen.filter((each) => descriptionOf(each) !== null),
    ({ status }) => status,
  );
  return [...all]
    .toSorted(([one], [other]) => one - other)
    .flatMap(([status, own]) => {
      const names = [...new Set(own.flatMap((each) => descriptionOf(each) ?? []))];
      const found = names.flatMap((name) => named.get(name) ?? []);
      if (found.length < names.length) return found;
      return [{ name: `every ${status}`, values: [...new Set(found.flatMap(({ values }) => values))] }];
    });
}

/** What a response is for, if the contract describes its body. */
function descriptionOf(seen: SeenExchange): string | null {
  const { operation, status } = seen;
  const success = operation !== 'other' && isSuccess(seen) ? `a ${operations[operation].noun}` : null;
  const occasion = occasionOf(seen) ?? success;
  return occasion === null ? null : `${status} for ${occasion}`;
}
