import type { Report } from './report.ts';
import { REPORT_FILE, type FinishedFile } from './reports-folder.ts';

/** Gives the text of a file, in parts if it may be long. It is pure: the same report gives the same bytes. */
type Renderer = (report: Report) => string | readonly string[];

/** A format of reports. Its renderer is loaded when it is first needed. */
interface Format {
  readonly file: string;
  readonly load: () => Promise<Renderer>;
}

/** Every format by its name. The first is always written, and all others are made from it. */
export const FORMATS = {
  json: { file: REPORT_FILE, load: async () => (await import('./json/render-json.ts')).renderJson },
  html: { file: 'report.html', load: async () => (await import('./html/render-html.ts')).renderHtml },
  junit: { file: 'junit.xml', load: async () => (await import('./junit/render-junit.ts')).renderJunit },
  md: { file: 'report.md', load: async () => (await import('./markdown/render-markdown.ts')).renderMarkdown },
  har: { file: 'evidence.har', load: async () => (await import('./har/render-har.ts')).renderHar },
  badge: { file: 'badge.json', load: async () => (await import('./badge/render-badge.ts')).renderBadge },
} as const satisfies Readonly<Record<string, Format>>;

export type FormatName = keyof typeof FORMATS;

/** The names of all formats, `json` first. */
export const formatNames: readonly FormatName[] = Object.keys(FORMATS).filter(isFormatName);

export function isFormatName(name: string): name is FormatName {
  return Object.hasOwn(FORMATS, name);
}

/** Renders the file of a format. Nothing is written. */
export async function renderFile(report: Report, name: FormatName): Promise<FinishedFile> {
  const parts = await renderParts(report, name);
  // In one text, a character of any other script would double the memory that all characters take.
  return { name: FORMATS[name].file, data: Buffer.concat(parts.map((part) => Buffer.from(part))) };
}

/** Renders a report in one format. */
export async function renderFormat(report: Report, name: FormatName): Promise<string> {
  return (await renderParts(report, name)).join('');
}

async function renderParts(report: Report, name: FormatName): Promise<readonly string[]> {
  const render: Renderer = await FORMATS[name].load();
  return [render(report)].flat();
}
