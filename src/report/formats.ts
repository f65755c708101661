import type { Report } from './report.ts';
import { REPORT_FILE } from './reports-folder.ts';
import type { FinishedFile } from './write-files.ts';

/** A format of reports. A renderer is pure: the same report gives the same bytes. */
interface Format {
  readonly file: string;
  /** Loads the renderer when it is first needed. */
  readonly load: () => Promise<Renderer>;
}

/** Gives the text of a file in pieces. */
type Renderer = (report: Report) => Iterable<string>;

/** Every format by its name. The first is always written, and all others are made from it. */
export const FORMATS = {
  json: { file: REPORT_FILE, load: async () => (await import('./json/render-json.ts')).jsonPieces },
  html: { file: 'report.html', load: async () => (await import('./html/render-html.ts')).htmlPieces },
  junit: { file: 'junit.xml', load: async () => whole((await import('./junit/render-junit.ts')).renderJunit) },
  md: { file: 'report.md', load: async () => whole((await import('./markdown/render-markdown.ts')).renderMarkdown) },
  har: { file: 'evidence.har', load: async () => (await import('./har/render-har.ts')).harPieces },
  badge: { file: 'badge.json', load: async () => whole((await import('./badge/render-badge.ts')).renderBadge) },
} as const satisfies Readonly<Record<string, Format>>;

export type FormatName = keyof typeof FORMATS;

/** The names of all formats, `json` first. */
export const formatNames: readonly FormatName[] = Object.keys(FORMATS).filter(isFormatName);

export function isFormatName(name: string): name is FormatName {
  return Object.hasOwn(FORMATS, name);
}

/** Loads the renderers of some formats ahead of their use. */
export async function loadFormats(names: readonly FormatName[]): Promise<void> {
  await Promise.all(names.map((name) => FORMATS[name].load()));
}

/** Renders a report in some formats, in their order. Nothing is written. */
export async function renderFormats(report: Report, names: readonly FormatName[]): Promise<readonly FinishedFile[]> {
  return Promise.all(names.map(async (name) => ({ name: FORMATS[name].file, text: await renderFormat(report, name) })));
}

/** Renders a report in one format. */
export async function renderFormat(report: Report, name: FormatName): Promise<string> {
  return [...(await piecesOf(report, name))].join('');
}

/** The bytes of the file, in chunks that end after a line. The next chunk overwrites each. */
export async function encodeFormat(report: Report, name: FormatName): Promise<Iterable<Uint8Array>> {
  return encodeChunks(await piecesOf(report, name));
}

async function piecesOf(report: Report, name: FormatName): Promise<Iterable<string>> {
  const render: Renderer = await FORMATS[name].load();
  return render(report);
}

function whole(render: (report: Report) => string): Renderer {
  return (report) => [render(report)];
}

/** What a chunk holds at least, in bytes, unless it is the last. */
const CHUNK = 64 * 1024;

const NEWLINE = '\n'.charCodeAt(0);

/**
 * The UTF-8 of a text that comes in pieces, to keep a large file out of memory. Each chunk ends after a line or with the text,
 * and the next chunk overwrites it. A piece must not end inside a surrogate pair.
 */
export function* encodeChunks(pieces: Iterable<string>): Generator<Uint8Array> {
  let room = Buffer.allocUnsafeSlow(2 * CHUNK);
  let size = 0;
  for (const piece of pieces) {
    const needed = size + Buffer.byteLength(piece);
    if (needed > room.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(needed, 2 * room.length));
      room.copy(larger, 0, 0, size);
      room = larger;
    }
    size += room.write(piece, size);
    const end = size < CHUNK ? 0 : room.lastIndexOf(NEWLINE, size - 1) + 1;
    if (end === 0) continue;
    yield room.subarray(0, end);
    room.copyWithin(0, end, size);
    size -= end;
  }
  if (size > 0) yield room.subarray(0, size);
}
