import type { Report } from './report.ts';
import { REPORT_FILE, type FinishedFile } from './reports-folder.ts';

/** Gives the text of a file. It is pure: the same report gives the same bytes. */
type Renderer = (report: Report) => string;

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

/** Renders a report in some formats, in their order. Nothing is written. */
export async function renderFormats(report: Report, names: readonly FormatName[]): Promise<readonly FinishedFile[]> {
  return Promise.all(names.map(async (name) => ({ name: FORMATS[name].file, text: await renderFormat(report, name) })));
}

/** Renders a report in one format. */
export async function renderFormat(report: Report, name: FormatName): Promise<string> {
  const render: Renderer = await FORMATS[name].load();
  return render(report);
}
