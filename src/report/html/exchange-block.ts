import type { AttemptRecord, Exchange } from '../../http/exchange.ts';
import type { Header } from '../../settings/kinds.ts';
import { copyableCommand } from '../copyable-command.ts';
import { bodyText } from './body-text.ts';
import { cutText, element, verbatim, type Content, type Markup } from './markup.ts';
import type { PointerRange } from './pointer-range.ts';
import { counted, grouped } from './visible-text.ts';

/** A header or an address is cut here: nobody reads further, and report.json has it all. */
const LONGEST_VALUE = 4_000;
const LONGEST_URL = 300;
/** A longer command would fill the page; report.json has it. */
const LONGEST_COMMAND = 20_000;

/** How an exchange is shown. `marked` is a range of the body of its answer. */
export interface ExchangeView {
  readonly bodyLimit: number;
  readonly marked: PointerRange | null;
}

/** One line that tells exchanges apart: id, method, path, status and time. */
export function exchangeLine({ id, request, response, failure, attempts }: Exchange): readonly Content[] {
  const answer = response === null ? (failure === null ? 'no answer' : failure.kind) : String(response.status);
  const last = attempts.at(-1);
  const time = last === undefined ? '' : `, ${milliseconds(last.milliseconds)}`;
  return [`${id} ${request.method} `, cutText(pathOf(request.url), LONGEST_URL), ` → ${answer}${time}`];
}

/**
 * The whole exchange: request, answer, how it went, and the command that sends the request again. A page holds thousands,
 * so that there are few elements in it: the labels and the bold first lines come from the style.
 */
export function exchangeBlock(exchange: Exchange, view: ExchangeView): readonly Content[] {
  const { request, response } = exchange;
  return [
    element(
      'pre',
      { class: 'sent' },
      `${request.method} `,
      cutText(request.url, LONGEST_VALUE),
      headerLines(request.headers),
      request.body === null ? null : [verbatim('\n\n'), ...bodyText(request.body, view.bodyLimit, null)],
    ),
    response === null
      ? null
      : element(
          'pre',
          { class: 'got' },
          response.status,
          headerLines(response.headers),
          verbatim('\n\n'),
          ...bodyText(response.body, view.bodyLimit, view.marked),
        ),
    element('p', { class: 'told' }, ...outcomeText(exchange), ...attemptsText(exchange.attempts), '.'),
    commandBlock(request.curl),
  ];
}

function outcomeText({ response, failure }: Exchange): readonly Content[] {
  return [
    response === null ? 'There was no answer. ' : null,
    response === null || response.complete ? null : 'The answer was cut short: it is not complete. ',
    failure === null ? null : [cutText(failure.message, 1_000), ' '],
  ];
}

/** A command that can be copied; the script of the page adds the button. */
export function commandBlock(command: string): Markup | null {
  if (command === '') return null;
  if (command.length > LONGEST_COMMAND) {
    return element(
      'p',
      { class: 'told' },
      `The curl command of ${counted(command.length, 'character')} is in report.json.`,
    );
  }
  return element('pre', { class: 'command' }, verbatim(copyableCommand(command)));
}

function headerLines(headers: readonly Header[]): readonly Content[] {
  return headers.map(([name, value]) => [verbatim('\n'), name, ': ', cutText(value, LONGEST_VALUE)]);
}

function attemptsText(attempts: readonly AttemptRecord[]): readonly Content[] {
  if (attempts.length === 0) return ['It was not sent'];
  return attempts.map((attempt, index) => [
    index === 0 ? '' : '; ',
    `${attempts.length === 1 ? 'Sent' : `attempt ${index + 1} sent`} ${attempt.startedAt} on a ${attempt.connection} connection, ${milliseconds(attempt.milliseconds)}`,
    attempt.status === null || attempts.length === 1 ? null : `, status ${attempt.status}`,
    attempt.failure === null ? null : [', ', cutText(attempt.failure.message, 300)],
    attempt.waitedMilliseconds === 0 ? null : `, then waited ${milliseconds(attempt.waitedMilliseconds)}`,
  ]);
}

/** The part of an address that tells requests to one service apart. */
function pathOf(url: string): string {
  return /^https?:\/\/[^/]*(\/.*)$/is.exec(url)?.[1] ?? url;
}

/** A time with the digits that matter: `0.4 ms`, `22 ms`, `1,204 ms`. */
export function milliseconds(time: number): string {
  return `${time < 10 ? String(Math.round(time * 10) / 10) : grouped(Math.round(time))} ms`;
}
