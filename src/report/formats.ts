import type { Report } from './report.ts';
import { REPORT_FILE, type FinishedFile } from './reports-folder.ts';

/** Gives the text of a file, or its pieces. It is pure: the same report gives the same bytes. */
type Renderer = (report: Report) => string | Iterable<string>;

/** A format of reports. Its renderer is loaded when it is first needed. */
interface Format {
  readonly file: string;
  readonly load: () => Promise<Renderer>;
}

/** Every format by its name. The first is always written, and all others are made from it. */
export const FORMATS = {
  json: { file: REPORT_FILE, load: async () => (await import('./json/render-json.ts')).jsonPieces },
  html: { file: 'report.html', load: async () => (await import('./html/render-html.ts')).renderHtml },
  junit: { file: 'junit.xml', load: async () => (await import('./junit/render-junit.ts')).renderJunit },
  md: { file: 'report.md', load: async () => (await import('./markdown/render-markdown.ts')).renderMarkdown },
  har: { file: 'evidence.har', load: async () => (await import('./har/render-har.ts')).harPieces },
  badge: { file: 'badge.json', load: async () => (await import('./badge/render-badge.ts')).renderBadge },
} as const satisfies Readonly<Record<string, Format>>;

export type FormatName = keyof typeof FORMATS;

/** The names of all formats, `json` first. */
export const formatNames: readonly FormatName[] = Object.keys(FORMATS).filter(isFormatName);

export function isFormatName(name: string): name is FormatName {
  return Object.hasOwn(FORMATS, name);
}

/** Renders a report in some formats, in their order. Nothing is written. */
export async function renderFormats(report: Report, names: readonly FormatName[]): Promise<readonly FinishedFile[]> {
  return Promise.all(names.map(async (name) => ({ name: FORMATS[name].file, text: await renderFormat(report, name) })));
}

/** Renders a report in one format. */
export async function renderFormat(report: Report, name: FormatName): Promise<string> {
  return [...(await piecesOf(report, name))].join('');
}

/** The bytes of the file, in chunks that end after a line. */
export async function encodeFormat(report: Report, name: FormatName): Promise<Iterable<Uint8Array>> {
  return encodeChunks(await piecesOf(report, name));
}

async function piecesOf(report: Report, name: FormatName): Promise<Iterable<string>> {
  const render: Renderer = await FORMATS[name].load();
  const text = render(report);
  return typeof text === 'string' ? [text] : text;
}

/** The least length of a chunk that is not the last, in UTF-16 units. */
const CHUNK = 32 * 1024;

/** The UTF-8 of a text that comes in pieces, to keep a large file out of memory. Each chunk ends after a line or with the text. */
export function* encodeChunks(pieces: Iterable<string>): Generator<Uint8Array> {
  let held = '';
  for (const piece of pieces) {
    const end = held.length + piece.length < CHUNK ? 0 : piece.lastIndexOf('\n') + 1;
    if (end > 0) yield Buffer.from(held + piece.slice(0, end));
    held = end > 0 ? piece.slice(end) : held + piece;
  }
  if (held !== '') yield Buffer.from(held);
}
