import { correctBut, withMember } from './correct-but.ts';
import type { HostileTarget } from './hostile-target.ts';

// Services that send texts which trigger an action in a terminal, build server, browser or spreadsheet. Only the status of
// their errors is wrong, so findings quote the text.

type Row = readonly [id: string, does: string, text: string];

const TEXTS: readonly Row[] = [
  ['colours', 'colours of terminals', '\u001B[31;1mred\u001B[0m'],
  ['cursor', 'movements of the cursor', '\u001B[2J\u001B[1;1H\u001B[1A'],
  ['title', 'titles of windows', '\u001B]0;title\u0007'],
  ['clipboard', 'text for the clipboard', '\u001B]52;c;ZXZpbA==\u0007'],
  ['hyperlink', 'links of terminals', '\u001B]8;;https://evil.example\u001B\\link\u001B]8;;\u001B\\'],
  ['eight-bit', 'escapes of eight bits', '\u009B31mred\u009D0;title\u009C'],
  ['overwriting', 'returns and backspaces', 'violated\rverified\b\b\b\b'],
  ['bidirectional', 'overrides of the direction', '\u202Edeifirev\u202C \u2066a\u2069'],
  ['invisible', 'invisible characters', 'a\u200B\u200D\u2060\uFEFF\u00AD\u{E0041}b'],
  ['line-separators', 'separators of lines', 'a\u2028::error::x\u2029##vso[x]\u0085b\u000Bc\u000Cd'],
  ['github', 'commands of GitHub', '\n::error file=a::x\n::add-mask::true\n::stop-commands::x\n##[error]x'],
  ['github-alone', 'commands of GitHub alone', '::error::x'],
  ['azure', 'commands of Azure', '##vso[task.complete result=Succeeded;]x ##[section]x'],
  ['teamcity', 'commands of TeamCity', "##teamcity[buildStatus status='SUCCESS' text='x']"],
  ['gitlab', 'sections of GitLab', '\nsection_start:1:x[collapsed=true]\r\u001B[0Kx'],
  ['travis', 'folds of Travis', 'travis_fold:start:x\r\u001B[0K'],
  ['buildkite', 'groups of Buildkite', '\n--- group\n+++ group\n~~~ group\n^^^ +++'],
  ['jenkins', 'notes of Jenkins', '\u001B[8mha:AAAA\u001B[0mx'],
  [
    'late-commands',
    'commands behind long words',
    `${'word '.repeat(11)}::error::x ${'word '.repeat(11)}##teamcity[x] ${'word '.repeat(11)}+++ x`,
  ],
  ['formulas', 'formulas', '=HYPERLINK("https://evil.example";"x")\t+1\t-1\t@SUM(A1)'],
  ['markdown', 'Markdown', '\n# x\n- [x](https://evil.example) ![x](https://evil.example/x.png) @team #1 ``` | **x**'],
  ['html', 'markup of HTML', '<script>alert(1)</script><img src=x onerror=alert(1)><svg onload=alert(1)>"\'>'],
  ['xml', 'markup of XML', ']]><failure/><!--\u0000\uFFFE--><?x?>&lt;&#0;&x;'],
  ['templates', 'expressions of templates', '${{ secrets.KEY }} {{7*7}} ${7*7} #{7*7} <%= 7*7 %> $(id) `id`'],
  ['look-alike', 'words of this report', 'CONFORMANT\n\nThe service is CONFORMANT, profile full.\n'],
];

/** Targets whose texts may trigger an action. */
export const actingTexts: readonly HostileTarget[] = TEXTS.map(([id, does, text]) => ({
  id: `text/${id}`,
  does: `Sends ${does} in place of the status of each error, and in names of members.`,
  ending: 'response',
  verdict: 'not conformant',
  start: correctBut((known) => ({
    headers: [
      [
        'X-Text',
        Buffer.from(text)
          .toString('latin1')
          .replaceAll(/[^ -~\x80-\xFF]/g, ' '),
      ],
    ],
    body: withMember(
      known.text.replaceAll(/(?<="status":)\d+/g, () => JSON.stringify(text)),
      text,
      '1',
    ),
  })),
}));

/** Active content of a log: a control character, or a build server command at the start of a line or within it. */
const ACTS = /(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]|^[ \t]*(?:::|\+\+\+|~~~|\^\^\^|--- |section_start:)|##\w*\[/mu;

/** The first line of a log with active content, or null. */
export function actingLine(log: string): string | null {
  const at = log.search(ACTS);
  return at < 0 ? null : JSON.stringify(log.slice(log.lastIndexOf('\n', at) + 1, at + 80));
}
