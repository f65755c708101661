import { isJsonArray, isJsonObject, type JsonObject } from '../../contract/json.ts';
import { allOf, alternatives } from '../../contract/describe.ts';
import { operations } from '../../contract/operations.ts';
import { headerValue } from '../../http/exchange.ts';
import { firstElementIn, onlyObjectIn } from '../../suite/responses/makeshift.ts';
import { ABOUT_BODIES } from '../../suite/rules/response-rules.ts';
import { type AgreeingGroup, type Cause, causeOf, namesOf, type Reading, valuesByGroup, valuesOf } from './cause.ts';
import { isSuccess } from '../../suite/responses/response.ts';
import { memberOf, membersOf, type SeenExchange, shortName } from './seen-exchanges.ts';

/** Mistakes with Errors (part 7) and with the form of bodies (part 1). */
export const errorCauses: readonly Cause[] = [
  causeOf({
    id: 'error-lacks-members',
    explains: ABOUT_BODIES.error,
    reads: () => readsMembers,
    sentence: (groups, areAll) => {
      const others = new Set(groups.flatMap(({ values }) => values.map((value) => value.others)));
      const shown = others.size === 1 ? [...others].join('') : '';
      return `${errorsOf(groups, areAll)} has ${valuesOf(groups.map(wordsOf), '; or ')}${shown}.`;
    },
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
    id: 'length-in-characters',
    explains: ['ANSWER-JSON', 'ANSWER-COMPLETE'],
    reads: () => readsLength,
    sentence: () => 'Content-Length counts characters, not bytes: bodies with characters beyond ASCII are cut short.',
    fix: 'Leave Content-Length to the HTTP library, or set it to the number of bytes of the body in UTF-8.',
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
  /** The other members of an Error that lacks some: ", but the member detail". */
  readonly others: string;
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
const TYPES = { code: 'string', message: 'string', status: 'number' } as const;
const REQUIREMENT_OF = { code: 'ERROR-CODE', message: 'ERROR-MESSAGE', status: 'ERROR-STATUS' } as const;

function readsMembers(seen: SeenExchange): readonly Reading<ShownError>[] {
  const group = occasionOf(seen);
  const body = seen.body?.value;
  // What is no JSON object is another mistake.
  if (group === null || !isJsonObject(body)) return [];
  const error = innerError(body)?.error ?? body;
  const wrong = MEMBERS.filter((member) => typeof error[member] !== TYPES[member]);
  const isInside = error !== body;
  const shows = [...wrong.map((member) => REQUIREMENT_OF[member]), ...(isInside ? [] : (['ERROR-OBJECT'] as const))];
  const faults = wrong.map((member) =>
    Object.hasOwn(error, member) ? `a ${member} that is no ${TYPES[member]}` : `no ${member}`,
  );
  const others = Object.keys(error).filter((member) => !MEMBERS.some((each) => each === member));
  const value = {
    words: allOf(faults),
    others: others.length === 0 ? '' : `, but ${membersOf(others)}`,
    status: seen.status,
  };
  return [{ group, agrees: wrong.length > 0, value, shows }];
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

function readsErrorEnvelope(seen: SeenExchange): readonly Reading<ShownError>[] {
  const group = occasionOf(seen);
  const value = seen.body?.value;
  // What is no JSON object is another mistake.
  if (group === null || !isJsonObject(value)) return [];
  const member = innerError(value)?.member;
  const shown = member === undefined ? undefined : { words: member, others: '', status: seen.status };
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

/** Bodies that end in the middle, although they have the length that was announced. */
function readsLength({ exchange: { response }, bodyKind, isCapped }: SeenExchange): readonly Reading[] {
  const { text = '', encoding, length } = response?.body ?? {};
  const isAnnounced = headerValue(response?.headers ?? [], 'content-length') === String(length);
  const isWhole = bodyKind === 'json' || !(encoding === 'base64' || /^[[{]/.test(text));
  const isAscii = encoding === 'utf8' && /^\p{ASCII}*$/u.test(text);
  if (isCapped || !isAnnounced || (isWhole && isAscii)) return [];
  return [{ group: 'bodies', agrees: !isWhole && !isAscii }];
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
