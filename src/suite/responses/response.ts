import { operationRoute, operations } from '../../contract/operations.ts';
import type { Pet } from '../../contract/pet.ts';
import type { Credential, HttpResult, ReceivedResponse } from '../../http/request.ts';
import type { ApiRequest } from '../api-request.ts';
import { isOutsideAlphabet } from '../keys/credentials.ts';
import { allowedRejection, type Reason } from '../reasons.ts';
import { type Page, type ReadBody, readBody } from './read-body.ts';
import { idInLocation } from './text-ids.ts';

/** A response without its body. Header names are lower-case. */
export interface ResponseHead extends Omit<ReceivedResponse, 'kind' | 'body' | 'json'> {
  readonly exchangeId: string;
  readonly request: ApiRequest;
  /** performance.now() when the request was first sent and when the response was complete, in milliseconds. */
  readonly sentAt: number;
  readonly doneAt: number;
  /** Set if the status is a success, a rejection or a redirect to the added pet, but not the one of the contract: the difference in words. */
  readonly wrongStatus: string | null;
  /** How the status or body is wrong, and yet says what the run needs; else null. It can violate requirements, and verifies none. */
  readonly makeshift: string | null;
}

/** A response that a case can go on with. `content` is its body as the contract describes it. */
export interface CompleteResponse extends ResponseHead, Pick<ReceivedResponse, 'body' | 'json'> {
  readonly content: ReadBody;
}

/** A response as evidence. */
export type Evidence = Pick<CompleteResponse, 'exchangeId'> & Partial<Pick<CompleteResponse, 'makeshift'>>;

/** A pet with the response that showed it. */
export interface ShownPet {
  readonly pet: Pet;
  readonly response: ResponseHead;
}

/** A page with the response that showed it. */
export interface ShownPage extends Page {
  readonly response: ResponseHead;
}

/** A response that the client received, with its request. */
export function responseOf(request: ApiRequest, sent: HttpResult, received: ReceivedResponse): CompleteResponse {
  const { kind: _, ...response } = received;
  const { exchangeId, sentAt, doneAt } = sent;
  const wrongStatus = describeWrongStatus(request, response);
  const read = { ...response, exchangeId, request, sentAt, doneAt, wrongStatus };
  const content = readBody(read);
  return { ...read, content, makeshift: wrongStatus ?? describeMakeshift(request, content) };
}

/** Why not even the status of a response verifies anything: it is wrong, or the request took a detour. Else null. */
export function whyItProvesNothing({ request, wrongStatus, makeshift }: ResponseHead): string | null {
  return request.detour === undefined ? wrongStatus : makeshift;
}

/** How a wrong body was read; null if it is right, or shows nothing. */
function describeMakeshift({ operation, method, detour }: ApiRequest, content: ReadBody): string | null {
  const how = 'how' in content ? content.how : null;
  const route = operation === 'other' ? method : operationRoute(operation);
  if (detour !== undefined) return `${route} ${detour}`;
  if (how !== null) return `${route} was read ${how}`;
  const isLocated = content.kind === 'not-json' && content.pet !== null;
  return isLocated ? `${route} was read from the Location header` : null;
}

/** Statuses of a success, a rejection or a redirect that mean what another status of the contract says. `isAdded`: the service added the pet. Null if the status is right, or means none of these. */
export function describeWrongStatus(
  request: ApiRequest,
  response: Pick<CompleteResponse, 'status' | 'headers'>,
  isAdded: boolean = request.pet !== undefined && redirectsToPet(response),
): string | null {
  const { operation } = request;
  const wanted = isAdded || isSuccess(response) ? wantedSuccess(request) : wantedRejection(request, response);
  if (operation === 'other' || wanted === null || response.status === wanted) return null;
  return `${operationRoute(operation)} got status ${response.status} instead of ${wanted}`;
}

/** The status of success of a request that must or may succeed, or adds a pet; null for any other request. */
function wantedSuccess({ operation, expects, pet }: ApiRequest): number | null {
  if (operation === 'other') return null;
  const { success } = operations[operation];
  return expects.includes(success) || pet !== undefined ? success : null;
}

/** The statuses by which services reject what the contract rejects with 400, 401 or 404. Others tell of limits, or of the form of a request. */
export const REJECTIONS: ReadonlySet<number> = new Set([400, 403, 404, 409, 415, 422]);

/** The status by which a request must be rejected that was rejected otherwise; null if it need not, or may be rejected so. */
function wantedRejection({ expects, credential, petId }: ApiRequest, { status }: { readonly status: number }) {
  const [wanted, ...others] = expects;
  if (wanted === undefined || others.length > 0 || wanted < 400 || !REJECTIONS.has(status)) return null;
  const isAllowed = wanted === 401 && allowedInsteadOf401(status, credential) !== null;
  const isOfSign = petId !== undefined && petId <= 0n && status === 400;
  return isAllowed || isOfSign ? null : wanted;
}

/** A response without its body, which may be large and is not needed after it was read. */
export function headOf(response: CompleteResponse): ResponseHead {
  const { body: _body, json: _json, content: _content, ...head } = response;
  return head;
}

/** A response, or the entry of a request without one. */
interface WithStatus {
  readonly status: number | null;
}

/** Whether the status is one of success. */
export function isSuccess({ status }: WithStatus): boolean {
  return status !== null && status >= 200 && status < 300;
}

/** Whether a status is one that the contract specifies for a request, or a wrong success where it specifies a success. */
export function isExpectedKind({ expects }: Pick<ApiRequest, 'expects'>, status: number): boolean {
  const expectsSuccess = expects.some((each) => isSuccess({ status: each }));
  return expects.includes(status) || (expectsSuccess && isSuccess({ status }));
}

/** Whether a response to a request with the valid key rejects the key (part 5). */
export function rejectsKey({ status }: WithStatus): boolean {
  return status === 401 || status === 403;
}

/** What a gateway or a firewall responds to a header that it does not pass on (RFC 9110, RFC 6585). */
const NOT_PASSED_ON: ReadonlySet<number> = new Set([400, 403, 406, 431]);
const LONGEST_CREDENTIAL = 2048;

/** Why another end than 401 is allowed for a wrong credential, in any place: its alphabet or its size. Null if it is not. */
export function allowedInsteadOf401(ended: number | 'closed', credential: Credential): Reason | null {
  if (ended !== 'closed' && !NOT_PASSED_ON.has(ended)) return null;
  const got = `got ${ended === 'closed' ? 'a closed connection' : `status ${ended}`}`;
  const { length } = credential.authorization ?? credential.token ?? '';
  if (length > LONGEST_CREDENTIAL) return allowedRejection(`The credential is longer than 2 KiB and ${got}`);
  const isOutside = isOutsideAlphabet(credential);
  return isOutside ? allowedRejection(`The token is outside the alphabet of RFC 6750 and ${got}`) : null;
}

/** The status of a disturbance without a status, which a trial has shown to be the service's response to the request. */
export const NO_STATUS = 0;

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Whether the status is one of a redirect that names another address. */
export function isRedirect({ status }: Pick<ResponseHead, 'status'>): boolean {
  return REDIRECTS.has(status);
}

/** Whether a redirect leads to the same path with a slash at its end, as many frameworks redirect. */
export function redirectsToSlash({ path }: { readonly path: string }, location: string | undefined): boolean {
  const [target = ''] = (location ?? '').split(/[?#]/);
  return `/${target}`.endsWith(`${path.replace(/\?.*$/s, '')}/`);
}

/** The redirects that ask for no second addition (RFC 9110 section 15.4). */
const AFTER_ADDITION: ReadonlySet<number> = new Set([301, 302, 303]);

/** Whether a response to an addition redirects to the pet, as services of HTML forms do. */
export function redirectsToPet({ status, headers }: Pick<ResponseHead, 'status' | 'headers'>): boolean {
  const [location = ''] = headers.get('location') ?? [];
  return (
    AFTER_ADDITION.has(status) && location.includes(`${operations.createPet.path}/`) && idInLocation(location) !== null
  );
}

/** Whether the service accepted the request: a success, or a redirect to the pet that was added. */
export function isAccepted(response: ResponseHead): boolean {
  return isSuccess(response) || (response.wrongStatus !== null && isRedirect(response));
}

/** Whether a response redirects to its own path with a slash at the end. */
export function isSlashRedirect({ status, headers, request }: ResponseHead): boolean {
  return (
    request.spell === undefined && isRedirect({ status }) && redirectsToSlash(request, headers.get('location')?.[0])
  );
}

/** Describes a status as what was found. */
export function describeStatus({ status }: Pick<ResponseHead, 'status'>): string {
  if (status === NO_STATUS) return 'no response to any attempt: the connection ended before the first byte';
  return isRedirect({ status }) ? `status ${status}, a redirect` : `status ${status}`;
}
