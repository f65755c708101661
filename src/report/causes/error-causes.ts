import { isJsonArray, isJsonObject, type JsonObject } from '../../contract/json.ts';
import { allOf, alternatives } from '../../contract/describe.ts';
import { operations } from '../../contract/operations.ts';
import { headerValue } from '../../http/exchange.ts';
import { onlyObjectIn } from '../../suite/responses/makeshift.ts';
import { ABOUT_BODIES } from '../../suite/rules/response-rules.ts';
import { type AgreeingGroup, type Cause, causeOf, namesOf, type Reading, valuesByGroup, valuesOf } from './cause.ts';
import { isSuccess } from '../../suite/responses/response.ts';
import { membersOf, memberWith, type SeenExchange, shortName } from './seen-exchanges.ts';

/** Mistakes with Errors (part 7) and with the form of bodies (part 1). */
export const errorCauses: readonly Cause[] = [
  causeOf({
    id: 'error-lacks-members',
    explains: ABOUT_BODIES.error,
    reads: () => readsMembers,
    sentence: (groups, areAll) => `${errorsOf(groups, areAll)} has ${valuesOf(groups.map(wordsOf), '; or ')}.`,
    fix: "Replace every error body, your own and the framework's: one handler writes code (a string), message (a string) and status (the HTTP status as a number).",
    isWide: true,
  }),
  causeOf({
    id: 'error-in-envelope',
    explains: ['ERROR-OBJECT'],
    reads: () => readsErrorEnvelope,
    sentence: (groups, areAll) =>
      `${errorsOf(groups, areAll)} stands inside the member ${valuesOf(groups.map(wordsOf), ' or ')}.`,
    fix: 'Write code, message and status as members of the body itself.',
  }),
  causeOf({
    id: 'body-not-json',
    explains: ['ANSWER-JSON', 'ANSWER-MEDIA-TYPE', 'ERROR-OBJECT'],
    reads: () => readsText,
    sentence: (groups) => `Bodies are not JSON: ${valuesByGroup(groups, 'with')}.`,
    fix: 'Write every body as JSON with Content-Type: application/json, and every error with one handler that replaces the default pages and texts of the framework.',
    isWide: true,
  }),
  causeOf({
    id: 'wrong-media-type',
    explains: ['ANSWER-MEDIA-TYPE'],
    reads: () => readsMediaType,
    sentence: (groups) => `JSON bodies have the media type ${valuesByGroup(groups, 'with')}.`,
    fix: 'Set Content-Type: application/json where these responses are written.',
  }),
];

/** What an Error shows, in words, and the status of its response. */
interface ShownError {
  readonly words: string;
  readonly status: number;
}

function wordsOf({ name, values }: AgreeingGroup<ShownError>): AgreeingGroup {
  return { name, values: values.map(({ words }) => words) };
}

/** "Every JSON Error with 400 or 404". */
function errorsOf(groups: readonly AgreeingGroup<ShownError>[], areAll: boolean): string {
  if (!areAll) return `The JSON Error with ${namesOf(groups)}`;
  const statuses = new Set(groups.flatMap(({ values }) => values.map(({ status }) => String(status))));
  return `Every JSON Error with ${alternatives([...statuses].toSorted())}`;
}

/** The status of a response that has an Error, and for what. Null if the contract describes none. */
function occasionOf({ operation, key, status, sent }: SeenExchange): string | null {
  if (operation === 'other') return null;
  if (status === 401) return key === 'missing' || key === 'wrong' ? `401 for a ${key} key` : null;
  if (key !== 'valid') return null;
  if (status === 404) return operation === 'getPet' ? '404 for an unknown pet' : null;
  if (status !== 400 || operation !== 'createPet') return null;
  if (sent === 'malformed' || sent === null) return '400 for a malformed body';
  if (sent === 'empty') return '400 for an empty body';
  if (isJsonObject(sent.value)) return '400 for an invalid object';
  return isJsonArray(sent.value) ? '400 for an array' : '400 for a bare JSON value';
}

const MEMBERS = ['code', 'message', 'status'] as const;
const REQUIREMENT_OF = { code: 'ERROR-CODE', message: 'ERROR-MESSAGE', status: 'ERROR-STATUS' } as const;

function readsMembers(seen: SeenExchange): readonly Reading<ShownError>[] {
  const group = occasionOf(seen);
  const value = seen.body?.value;
  // What is no JSON object is another mistake.
  if (group === null || !isJsonObject(value)) return [];
  const error = innerError(value)?.error ?? value;
  const lacking = lackingIn(error);
  const isInside = error !== value;
  const shows = [...lacking.map((member) => REQUIREMENT_OF[member]), ...(isInside ? [] : (['ERROR-OBJECT'] as const))];
  const words = `${membersOf(Object.keys(error))}, but not ${allOf(lacking)}`;
  return [{ group, agrees: lacking.length > 0, value: { words, status: seen.status }, shows }];
}

function lackingIn(error: JsonObject): readonly (typeof MEMBERS)[number][] {
  return MEMBERS.filter((member) => !Object.hasOwn(error, member));
}

/** The Error inside an object without any member of an Error, and the member that holds it. */
function innerError(value: JsonObject): { readonly member: string; readonly error: JsonObject } | null {
  const inner = lackingIn(value).length === MEMBERS.length ? onlyObjectIn(value) : null;
  if (inner === null || !isJsonObject(inner.value) || lackingIn(inner.value).length > 1) return null;
  return { member: memberWith(inner.value, value), error: inner.value };
}

function readsErrorEnvelope(seen: SeenExchange): readonly Reading<ShownError>[] {
  const group = occasionOf(seen);
  const value = seen.body?.value;
  // What is no JSON object is another mistake.
  if (group === null || !isJsonObject(value)) return [];
  const member = innerError(value)?.member;
  const shown = member === undefined ? undefined : { words: member, status: seen.status };
  return [{ group, agrees: member !== undefined, value: shown }];
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

function readsMediaType(seen: SeenExchange): readonly Reading[] {
  const group = descriptionOf(seen);
  if (group === null || seen.bodyKind !== 'json') return [];
  const header = headerValue(seen.exchange.response?.headers ?? [], 'content-type');
  const type = header?.split(';')[0]?.trim().toLowerCase() ?? '';
  const value = type === '' ? 'none' : shortName(type);
  return [{ group, agrees: type !== 'application/json', value }];
}

/** What a response is for, if the contract describes its body. */
function descriptionOf(seen: SeenExchange): string | null {
  const { operation } = seen;
  return (
    occasionOf(seen) ??
    (operation !== 'other' && isSuccess(seen) ? `${seen.status} for a ${operations[operation].noun}` : null)
  );
}
