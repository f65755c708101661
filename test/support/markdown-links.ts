/** A link to a place in the project: the path relative to the page, and the anchor without "#". */
export interface MarkdownLink {
  readonly path: string;
  readonly anchor: string;
}

/** The links and pictures of a page that lead into the project. Ignores code. */
export function linksOf(markdown: string): readonly MarkdownLink[] {
  const prose = withoutCode(markdown).replaceAll(/`[^`\n]*`/g, '');
  return [...prose.matchAll(/\]\(([^()\s]+)\)/g)]
    .map(([, target]) => target ?? '')
    .filter((target) => !/^[a-z]+:/.test(target))
    .map((target) => {
      const [path = '', anchor = ''] = target.split('#');
      return { path: decodeURI(path), anchor };
    });
}

/** The anchors that GitHub derives from the headings of a page. */
export function anchorsOf(markdown: string): ReadonlySet<string> {
  const headings = [...withoutCode(markdown).matchAll(/^#{1,6} (.*)$/gm)].map(([, text]) => text ?? '');
  const seen = new Map<string, number>();
  return new Set(
    headings.map((heading) => {
      const slug = heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
        .replaceAll(/\s/g, '-');
      const before = seen.get(slug) ?? 0;
      seen.set(slug, before + 1);
      return before === 0 ? slug : `${slug}-${before}`;
    }),
  );
}

function withoutCode(markdown: string): string {
  return markdown.replaceAll(/^(`{3,})[^]*?^\1$/gm, '');
}
