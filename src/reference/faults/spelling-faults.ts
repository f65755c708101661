import type { StepChange } from '../service-steps.ts';
import { rejected } from '../reply.ts';
import type { Reply } from '../reply.ts';
import type { ServiceRequest } from '../service-request.ts';
import { changeReply, failed, readTextLeniently, rejectNewPet } from '../step-changes.ts';
import type { Fault } from './fault.ts';

/** Rejects valid bodies for a detail of their text without a meaning in JSON. */
function rejectsText(when: (text: string) => boolean): StepChange {
  return (base) => ({
    validate: (body, request) => {
      const valid = base.validate(body, request);
      if (!valid.ok || !when(request.body.toString('utf8'))) return valid;
      return rejected('malformed-json', 400, 'The body is not written as it should be.');
    },
  });
}

/** The language that a client prefers. */
function firstLanguage({ headers }: ServiceRequest): string {
  return /^[a-z-]+/i.exec(headers['accept-language'] ?? '')?.[0] ?? 'en';
}

function notAcceptable(reply: Reply): Reply {
  return { ...failed(reply), status: 406 };
}

/** Faults of equivalent requests in unusual forms (parts 4.1 to 4.3; RFC 8259, 9110, 9112 and 3986). */
export const spellingFaults: readonly Fault[] = [
  {
    id: 'other-field-order-refused',
    title: 'A body whose first field is not the name is rejected.',
    breaks: ['CREATE-SPELLINGS'],
    apply: rejectsText((text) => !/^\s*\{\s*"(name|id)"/.test(text)),
  },
  {
    id: 'body-above-512-bytes-refused',
    title: 'A body of more than 512 bytes is rejected with 400.',
    breaks: ['CREATE-SPELLINGS'],
    apply: rejectsText((text) => Buffer.byteLength(text) > 512),
  },
  {
    id: 'status-lost-after-line-break',
    title: 'A status in a body of several lines is not read.',
    breaks: ['CREATE-SPELLINGS'],
    apply: readTextLeniently((text) => (text.includes('\n') ? text.replace('"status"', '"state"') : text)),
  },
  {
    id: 'white-space-in-body-refused',
    title: 'A body with a line break between its fields is rejected.',
    breaks: ['CREATE-SPELLINGS'],
    apply: rejectsText((text) => text.includes('\n')),
  },
  {
    id: 'surrogate-escapes-broken',
    title: 'Characters that are written as two escapes become two replacement characters.',
    breaks: ['CREATE-SPELLINGS'],
    apply: readTextLeniently((text) => text.replace(/\\ud[89ab][0-9a-f]{2}\\ud[c-f][0-9a-f]{2}/gi, '\ufffd\ufffd')),
  },
  {
    id: 'escapes-beyond-plane-1-broken',
    title: 'Two escapes that stand for one character beyond plane 1 become a character of plane 1.',
    breaks: ['CREATE-SPELLINGS'],
    apply: readTextLeniently((text) =>
      text.replace(/\\ud([89ab][0-9a-f]{2})\\ud([c-f][0-9a-f]{2})/gi, (_pair, first: string, second: string) => {
        const [high, low] = [first, second].map((digits) => Number.parseInt(digits, 16) % 0x400);
        return String.fromCodePoint(0x1_00_00 | ((high ?? 0) << 10) | (low ?? 0));
      }),
    ),
  },
  {
    id: 'surrogate-escapes-at-odd-position-broken',
    title: 'Two escapes that stand for one character at an odd position of a string become a replacement character.',
    breaks: ['CREATE-SPELLINGS'],
    apply: readTextLeniently((text) =>
      text.replace(/(?<="(?:(?:\\u\w{4}|\\\/){2})*(?:\\u\w{4}|\\\/))\\ud[89ab]\w\w\\ud[c-f]\w\w/gi, '\ufffd'),
    ),
  },
  {
    id: 'escaped-member-names-unknown',
    title: 'A member whose name is written in escapes is not recognised.',
    breaks: ['CREATE-SPELLINGS'],
    apply: readTextLeniently((text) => text.replaceAll(/"(?:\\u[0-9a-f]{4})+":/gi, '"unknown":')),
  },
  {
    id: 'capital-digits-in-escapes-refused',
    title: 'A body with an escape in capital letters, such as \\u00EB, is rejected.',
    breaks: ['CREATE-SPELLINGS'],
    apply: rejectsText((text) => /\\u[0-9a-f]*[A-F]/.test(text)),
  },
  {
    id: 'escaped-slash-kept',
    title: 'A slash that is written as an escape keeps its backslash.',
    breaks: ['CREATE-SPELLINGS'],
    apply: readTextLeniently((text) => text.replaceAll('\\/', '\\\\/')),
  },
  {
    id: 'tab-in-body-refused',
    title: 'A body with a tab between its tokens is rejected.',
    breaks: ['CREATE-SPELLINGS'],
    apply: rejectsText((text) => text.includes('\t')),
  },
  {
    id: 'chunked-body-ignored',
    title: 'A body in chunks is not read.',
    breaks: ['CREATE-SPELLINGS'],
    apply: (base) => ({
      readBody: (request) =>
        base.readBody(request.headers['transfer-encoding'] === undefined ? request : { ...request, body: Buffer.of() }),
    }),
  },
  {
    id: 'media-type-case-compared',
    title: 'The media type of a body is compared with its case: Application/JSON is not supported.',
    breaks: ['CREATE-SPELLINGS'],
    apply: changeReply(
      (reply, { headers }) => reply.status === 201 && (headers['content-type'] ?? '').startsWith('Application/JSON'),
      (reply) => ({ ...failed(reply), status: 415 }),
    ),
  },
  {
    id: 'accept-field-required',
    title: 'A request without Accept causes a 500.',
    breaks: [
      'CREATE-REFUSES-SEVERAL',
      'AUTH-FIRST',
      'LIST-SPELLINGS',
      'GET-SPELLINGS',
      'CREATE-SPELLINGS',
      'GET-UNKNOWN',
    ],
    apply: changeReply((_reply, { headers }) => headers.accept === undefined, failed),
  },
  {
    id: 'first-accepted-type-alone-read',
    title: 'Only the first media type in Accept is read.',
    breaks: ['LIST-SPELLINGS', 'GET-SPELLINGS'],
    apply: changeReply((_reply, { headers }) => /^text\/html;q=0\.\d/.test(headers.accept ?? ''), notAcceptable),
  },
  {
    id: 'accepted-range-unknown',
    title: 'A range of media types in Accept is not understood.',
    breaks: ['LIST-SPELLINGS', 'GET-SPELLINGS', 'CREATE-SPELLINGS'],
    apply: changeReply((_reply, { headers }) => headers.accept === 'application/*', notAcceptable),
  },
  {
    id: 'accepted-range-unknown-on-create',
    title: 'A creation with a range of media types in Accept gets 406.',
    breaks: ['CREATE-SPELLINGS'],
    apply: changeReply(
      (reply, { headers }) => reply.status === 201 && headers.accept === 'application/*',
      notAcceptable,
    ),
  },
  {
    id: 'escaped-id-not-decoded',
    title: 'Percent escapes in the path are not decoded.',
    breaks: ['GET-SPELLINGS'],
    apply: (base) => ({
      find: (id, request) => (request.path?.includes('%') === true ? undefined : base.find(id, request)),
    }),
  },
  {
    id: 'digit-behind-escape-not-read',
    title: 'A digit behind a percent escape in the path is read as a part of the escape.',
    breaks: ['GET-SPELLINGS'],
    apply: (base) => ({
      find: (id, request) => (/%[0-9a-f]{3}/i.test(request.path ?? '') ? undefined : base.find(id, request)),
    }),
  },
  {
    id: 'accepted-type-case-compared',
    title: 'The media type in Accept is compared with its case.',
    breaks: ['LIST-SPELLINGS'],
    apply: changeReply((_reply, { headers }) => headers.accept === 'APPLICATION/JSON', notAcceptable),
  },
  {
    id: 'identity-coding-refused',
    title: 'A request with Accept-Encoding: identity is rejected.',
    breaks: ['LIST-SPELLINGS'],
    apply: changeReply((_reply, { headers }) => headers['accept-encoding'] === 'identity', notAcceptable),
  },
  {
    id: 'escaped-query-not-decoded',
    title: 'Percent escapes in the query are not decoded.',
    breaks: ['LIST-SPELLINGS'],
    apply: (base) => ({
      around: (request, next) => {
        const [, query = ''] = request.target.split('?');
        for (const [, name = '', value = ''] of query.matchAll(/(\w+)=([^&]*%[^&]*)/g)) {
          if (name === 'limit' || (name === 'status' && /^(?:%[0-9A-F]{2})+$/i.test(value)))
            request.query.set(name, value);
        }
        return base.around(request, next);
      },
    }),
  },
  {
    id: 'small-digits-in-escape-not-decoded',
    title: 'A status filter with a percent escape in small letters, such as %6f, is rejected.',
    breaks: ['LIST-SPELLINGS'],
    apply: (base) => ({
      around: (request, next) => {
        if (/status=[^&]*%\d[a-f]/.test(request.target)) request.query.set('status', 'unknown');
        return base.around(request, next);
      },
    }),
  },
  {
    id: 'filter-by-language-of-client',
    title:
      'A status filter is compared in capitals of the language that the client asks for: in Turkish, i becomes \u0130.',
    breaks: ['LIST-SPELLINGS'],
    apply: (base) => ({
      around: (request, next) => {
        const status = request.query.get('status')?.toLocaleUpperCase(firstLanguage(request));
        if (status?.includes('\u0130') === true) request.query.set('status', 'unknown');
        return base.around(request, next);
      },
    }),
  },
  {
    id: 'new-status-by-language-of-client',
    title:
      'The status of a new pet is compared in capitals of the language that the client asks for: in Turkish, i becomes \u0130.',
    breaks: ['CREATE-SPELLINGS'],
    apply: rejectNewPet(
      ({ status = '' }, request) => status.toLocaleUpperCase(firstLanguage(request)).includes('\u0130'),
      'invalid-status',
    ),
  },
  {
    id: 'digits-by-language-of-client',
    title:
      'A pet is written with the digits of the language that the client asks for: in Arabic of Egypt, 1 is \u0661.',
    breaks: ['GET-SPELLINGS', 'ANSWER-JSON'],
    apply: (base) => ({
      encode: (text, reply, request) => {
        const digits = new Intl.NumberFormat(firstLanguage(request));
        return base.encode(
          text.replaceAll(/\d/g, (digit) => digits.format(Number(digit))),
          reply,
          request,
        );
      },
    }),
  },
  {
    id: 'lower-case-authorization-unread',
    title: 'The field Authorization is not found if its name is in lower case.',
    breaks: ['AUTH-VALID-KEY'],
    apply: (base) => ({
      presentedKey: (request) =>
        request.fieldNames.includes('authorization') ? undefined : base.presentedKey(request),
    }),
  },
  {
    id: 'lower-case-content-type-unread',
    title: 'The field Content-Type is not found if its name is in lower case, and the body gets 415.',
    breaks: ['CREATE-SPELLINGS'],
    apply: changeReply(
      (reply, { fieldNames }) => reply.status === 201 && fieldNames.includes('content-type'),
      (reply) => ({ ...failed(reply), status: 415 }),
    ),
  },
  {
    id: 'lower-case-content-length-unread',
    title: 'The field Content-Length is not found if its name is in lower case, and the body is not read.',
    breaks: ['CREATE-SPELLINGS'],
    apply: (base) => ({
      readBody: (request) =>
        base.readBody(request.fieldNames.includes('content-length') ? { ...request, body: Buffer.of() } : request),
    }),
  },
  {
    id: 'odd-case-fields-refused',
    title: 'A field name with a capital behind a small letter of the same word causes a 500.',
    breaks: ['GET-SPELLINGS'],
    apply: changeReply((_reply, { fieldNames }) => fieldNames.some((name) => /[a-z][A-Z]/.test(name)), failed),
  },
  {
    id: 'any-type-not-acceptable-on-create',
    title: 'An addition with Accept: */* gets 406.',
    breaks: ['CREATE-SPELLINGS'],
    apply: changeReply((reply, { headers }) => reply.status === 201 && headers.accept === '*/*', notAcceptable),
  },
  {
    id: 'any-type-not-acceptable-on-get',
    title: 'A read with Accept: */* gets 406.',
    breaks: ['GET-SPELLINGS'],
    apply: changeReply(
      (reply, { operation, headers }) => operation === 'getPet' && reply.status === 200 && headers.accept === '*/*',
      notAcceptable,
    ),
  },
  {
    id: 'unknown-language-fails',
    title: 'Accept-Language that begins with a language without messages causes a 500.',
    breaks: [
      'LIST-SPELLINGS',
      'CREATE-SPELLINGS',
      'GET-SPELLINGS',
      'CREATE-REFUSES-MISSING',
      'GET-UNKNOWN',
      'AUTH-MISSING-LIST',
    ],
    apply: changeReply((_reply, { headers }) => /^(?!en|\*)/.test(headers['accept-language'] ?? 'en'), failed),
  },
  {
    id: 'pieces-decoded-alone',
    title: 'The pieces of a short body are decoded one by one, so a character that lies in two of them is lost.',
    breaks: ['CREATE-SPELLINGS'],
    apply: (base) => ({
      readBody: (request) => {
        // The network decides where a long body is cut.
        if (request.body.length > 1024) return base.readBody(request);
        return base.readBody({
          ...request,
          body: Buffer.from(request.pieces.map((piece) => piece.toString()).join('')),
        });
      },
    }),
  },
  {
    id: 'expected-body-unread',
    title: 'The body of a request with Expect: 100-continue is not read.',
    breaks: ['CREATE-SPELLINGS'],
    apply: (base) => ({
      readBody: (request) =>
        base.readBody(request.headers.expect === undefined ? request : { ...request, body: Buffer.of() }),
    }),
  },
  {
    id: 'expectation-fails',
    title: 'A request with Expect: 100-continue causes a 500.',
    breaks: ['CREATE-SPELLINGS'],
    apply: changeReply((_reply, { headers }) => headers.expect !== undefined, failed),
  },
  {
    id: 'lower-case-accept-not-acceptable',
    title: 'The field Accept is not found on a list if its name is in lower case, and the list gets 406.',
    breaks: ['LIST-SPELLINGS'],
    apply: changeReply(
      ({ status }, { operation, fieldNames }) =>
        operation === 'listPets' && status === 200 && fieldNames.includes('accept'),
      notAcceptable,
    ),
  },
];
