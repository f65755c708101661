import { deflateSync, gzipSync } from 'node:zlib';
import type { StepChange } from '../service-steps.ts';
import { isOfKind } from '../conditions.ts';
import { readJson } from '../json-reader.ts';
import { asIs, field, isJsonObject } from '../json-value.ts';
import { writeJson } from '../json-writer.ts';
import { everyOperation } from '../operations/index.ts';
import { addsHeaders } from '../shared-changes.ts';
import { changeError, changeMediaType, changePet, changeReply, changeWire, failed } from '../step-changes.ts';
import { type CompliantVariant, conformant } from './compliant-variant.ts';

const always = (): boolean => true;

/** Replaces the deprecation headers. */
function announces(headers: Readonly<Record<string, string>>): StepChange {
  return (base) => ({
    headers: (reply, request) => {
      const { Deprecation, Sunset, ...others } = base.headers(reply, request);
      return Deprecation === undefined && Sunset === undefined ? others : { ...others, ...headers };
    },
  });
}

/** Changes the names of headers. */
function namesHeaders(change: (name: string) => string): StepChange {
  return (base) => ({
    headers: (reply, request) =>
      Object.fromEntries(Object.entries(base.headers(reply, request)).map(([name, value]) => [change(name), value])),
  });
}

function compresses(coding: string, compress: (payload: Buffer) => Buffer): StepChange {
  return (base) => ({
    encode: (text, reply, request) => {
      const wire = base.encode(text, reply, request);
      if (!(request.headers['accept-encoding'] ?? '').includes(coding)) return wire;
      const headers = { ...wire.headers, 'Content-Encoding': coding, Vary: 'Accept-Encoding' };
      return { ...wire, headers, payload: compress(wire.payload) };
    },
  });
}

/** A UTF-16 unit as an escape of JSON. */
function escaped(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** Compliant variants with other media types, codings, layouts and headers (part 1; RFC 9110, RFC 8259). */
export const messageVariants: readonly CompliantVariant[] = [
  {
    id: 'media-type-with-charset',
    title: 'The media type carries a charset.',
    expects: conformant,
    apply: changeMediaType(always, 'application/json; charset=utf-8'),
  },
  {
    id: 'media-type-in-capitals',
    title: 'The media type is written in capitals, with a quoted charset and no space.',
    expects: conformant,
    apply: changeMediaType(always, 'Application/JSON;Charset="UTF-8"'),
  },
  {
    id: 'media-type-with-other-parameter',
    title: 'The media type has another parameter than charset.',
    expects: conformant,
    apply: changeMediaType(always, 'application/json ; profile="https://example.org/pets;v=1"'),
  },
  {
    id: 'chunked',
    title: 'Responses are sent in chunks.',
    expects: conformant,
    apply: changeWire(always, (wire) => ({ ...wire, framing: 'chunked' })),
  },
  {
    id: 'compressed-with-gzip',
    title: 'Responses are compressed with gzip if the client accepts it.',
    expects: conformant,
    apply: compresses('gzip', (payload) => gzipSync(payload)),
  },
  {
    id: 'compressed-with-deflate',
    title: 'Responses are compressed with deflate if the client accepts it.',
    expects: conformant,
    apply: compresses('deflate', (payload) => deflateSync(payload)),
  },
  {
    id: 'pretty-json',
    title: 'JSON is indented, and a line break follows it.',
    expects: conformant,
    apply: () => ({ write: (body) => `\n${writeJson(body, { indent: 2, ascii: false })}\r\n` }),
  },
  {
    id: 'escaped-json',
    title: 'JSON escapes everything outside ASCII, and slashes.',
    expects: conformant,
    apply: () => ({ write: (body) => writeJson(body, { indent: 0, ascii: true }).replaceAll('/', '\\/') }),
  },
  {
    id: 'integers-with-zero-fraction',
    title: 'The status of an Error and small categories are written with a zero fraction.',
    expects: conformant,
    apply: (base, context) => ({
      ...changeError(always, (error, { status }) => ({ ...error, status: asIs(`${status}.0`) }))(base, context),
      ...changePet(
        everyOperation,
        (shown, pet) => ({ ...shown, categoryId: asIs(`${pet.categoryId}.0`) }),
        (pet) => pet.categoryId >= 0n && pet.categoryId < 1000n,
      )(base, context),
    }),
  },
  {
    id: 'byte-order-mark',
    title: 'Responses start with a byte-order mark, which is not recommended.',
    expects: conformant,
    apply: changeWire(always, (wire) => ({ ...wire, payload: Buffer.concat([Buffer.from('\ufeff'), wire.payload]) })),
  },
  {
    id: 'repeated-members',
    title: 'Errors name their code twice, which is not recommended.',
    expects: conformant,
    apply: (base) => ({
      write: (body, reply, request) => {
        const text = base.write(body, reply, request);
        const code = field(body, 'code');
        return code === undefined ? text : text.replace('{', `{"code":${writeJson(code)},`);
      },
    }),
  },
  {
    id: 'errors-quote-what-was-sent',
    title: 'Errors quote the address and the body that were sent, and list further problems in a member of their own.',
    expects: conformant,
    apply: (base) => ({
      renderError: (rejection, request) => {
        const error = base.renderError(rejection, request);
        const text = request.body.toString();
        const reading = readJson(text);
        const sent = reading.kind === 'value' && typeof reading.value === 'string' ? reading.value : text;
        const message = `${rejection.message} Sent: ${decodeURIComponent(request.target)} ${sent}`;
        return isJsonObject(error) ? { ...error, message, errors: [message, rejection.message] } : error;
      },
    }),
  },
  {
    id: 'other-requests-fail',
    title: 'A path or a method outside the contract causes a 500, which is not recommended.',
    expects: conformant,
    apply: changeReply(
      (reply, { operation, method }) => operation === 'other' && method !== 'HEAD' && reply.status !== 401,
      failed,
    ),
  },
  {
    id: 'odd-input-fails',
    title: 'A limit out of range and an unknown filter cause a 500, which is not recommended.',
    expects: conformant,
    apply: changeReply(isOfKind('invalid-limit', 'invalid-filter'), failed),
  },
  {
    id: 'lower-case-headers',
    title: 'The names of headers are in lower case.',
    expects: conformant,
    apply: namesHeaders((name) => name.toLowerCase()),
  },
  {
    id: 'upper-case-headers',
    title: 'The names of headers are in capitals.',
    expects: conformant,
    apply: namesHeaders((name) => name.toUpperCase()),
  },
  {
    id: 'many-headers',
    title: 'Responses carry headers of caches, cookies, browsers and paging.',
    expects: conformant,
    apply: addsHeaders({
      ETag: '"5d8c72a5edda8"',
      'Cache-Control': 'no-store',
      'Set-Cookie': 'session=abc; HttpOnly',
      'Access-Control-Allow-Origin': '*',
      'X-Total-Count': '17',
      Link: '</v1/pets?cursor=abc>; rel="next"',
      'X-Request-Id': '00-11',
    }),
  },
  {
    id: 'deprecation-not-announced',
    title: 'No header announces the deprecation.',
    expects: conformant,
    apply: announces({}),
  },
  {
    id: 'deprecation-as-in-the-draft',
    title: 'The deprecation is announced as in a draft of its standard, with a link to the replacement.',
    expects: conformant,
    apply: announces({ Deprecation: 'true', Link: '</v1/pets>; rel="successor-version"' }),
  },
  {
    id: 'another-sunset',
    title: 'The Sunset header names another date, which is not recommended.',
    expects: conformant,
    apply: announces({ Sunset: 'Sun, 01 Dec 2030 00:00:00 GMT' }),
  },
  {
    id: 'answers-in-a-language',
    title: 'A response names the first language of Accept-Language, and the charset that was asked for.',
    expects: conformant,
    apply: (base) => ({
      headers: (reply, request) => ({
        ...base.headers(reply, request),
        'Content-Language': /^[a-z]+/.exec(request.headers['accept-language'] ?? '')?.[0] ?? 'en',
        ...(request.headers['accept-charset'] === undefined
          ? {}
          : { 'Content-Type': 'application/json; charset=UTF-8' }),
        Vary: 'Accept, Accept-Language, Accept-Charset',
      }),
    }),
  },
  {
    id: 'charset-named-as-asked',
    title: 'The media type names the first charset of Accept-Charset, and JSON then escapes everything outside ASCII.',
    expects: conformant,
    apply: (base) => ({
      encode: (text, reply, request) => {
        const [charset] = /^[\w-]+/.exec(request.headers['accept-charset']?.toString() ?? '') ?? [];
        if (charset === undefined) return base.encode(text, reply, request);
        const wire = base.encode(text.replaceAll(/[^\0-\u007f]/g, escaped), reply, request);
        return { ...wire, headers: { ...wire.headers, 'Content-Type': `application/json; charset=${charset}` } };
      },
    }),
  },
];
