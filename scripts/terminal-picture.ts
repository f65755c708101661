import type { Report } from '../src/report/report.ts';
import { renderTerminal } from '../src/report/terminal/render-terminal.ts';

const WIDTH = 88;
const LINES = 39;
const LINE_HEIGHT = 18;
const CHARACTER = 7.83;
const MARGIN = 16;

/** CSS classes for bold, dim and colours, by SGR code. The codes 22 and 39 end them. */
const CLASSES: Readonly<Record<string, string>> = { '1': 'b', '2': 'd', '31': 'r', '32': 'g', '33': 'y' };

const STYLE = [
  'text{font:13px ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;fill:#d7dade;white-space:pre}',
  '.b{font-weight:700}',
  '.d{fill:#8b939e}',
  '.r{fill:#ff7b72}',
  '.g{fill:#7ee787}',
  '.y{fill:#e3b341}',
].join('');

/** Renders docs/images/terminal.svg: the first lines of a run's terminal output, as an SVG without scripts. */
export function renderTerminalPicture(report: Report): string {
  const shown = renderTerminal(report, { colour: true, width: WIDTH, reportPath: 'reports/report.json' });
  const lines = ['$ npm run conformance', ...shown.split('\n')].slice(0, LINES);
  const height = (lines.length + 1) * LINE_HEIGHT + MARGIN;
  const width = Math.ceil(WIDTH * CHARACTER + 2 * MARGIN);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">`,
    '<title>A run on the terminal: the verdict, the requirements by part, and the first violation</title>',
    `<style>${STYLE}</style>`,
    `<rect width="${width}" height="${height}" rx="8" fill="#16181d"/>`,
    ...lines.map((line, index) => lineOf(line, MARGIN + (index + 1) * LINE_HEIGHT)),
    '</svg>',
    '',
  ].join('\n');
}

/** Cuts long lines, because a picture does not scroll. */
function lineOf(line: string, y: number): string {
  let room = WIDTH;
  let classes: readonly string[] = [];
  let spans = '';
  for (const [index, piece] of line.split('\u001B[').entries()) {
    // Every piece except the first starts with a code.
    const code = index === 0 ? '' : piece.slice(0, piece.indexOf('m'));
    if (index > 0) classes = classesAfter(classes, code);
    const text = piece.slice(index === 0 ? 0 : code.length + 1).slice(0, room);
    room -= text.length;
    if (text !== '')
      spans += classes.length === 0 ? xml(text) : `<tspan class="${classes.join(' ')}">${xml(text)}</tspan>`;
  }
  return `<text x="${MARGIN}" y="${y}" xml:space="preserve">${spans}</text>`;
}

function classesAfter(classes: readonly string[], code: string): readonly string[] {
  const started = CLASSES[code];
  if (started !== undefined) return [...classes, started];
  const ended = code === '39' ? ['r', 'g', 'y'] : ['b', 'd'];
  return classes.filter((each) => !ended.includes(each));
}

function xml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
