/** What a declarative pipeline of Jenkins does, as far as the recipes need it. */
export interface Jenkinsfile {
  /** The names of variables that hold credentials. */
  readonly credentials: readonly string[];
  readonly scripts: readonly string[];
  /** The files of test results, and those that are kept. Both run whatever happened before. */
  readonly junit: string;
  readonly archived: string;
}

const BLOCK = /^(?:pipeline|agent|docker|environment|stages|stage\('[^']*'\)|steps|post|always)$/;

/** Reads a pipeline. Throws at a step that it does not know, so no part of a recipe is skipped. */
export function readJenkinsfile(text: string): Jenkinsfile {
  const path: string[] = [];
  const credentials: string[] = [];
  const scripts: string[] = [];
  const kept = new Map<string, string>();
  for (const [, word = ''] of text.matchAll(/\s*(\}|[^{}\n;']*(?:'[^']*'[^{}\n;']*)*\{?);?/g)) {
    const step = word.trim();
    if (step === '') continue;
    if (step === '}') {
      path.pop();
    } else if (step.endsWith('{')) {
      const name = step.slice(0, -1).trim();
      if (!BLOCK.test(name)) throw new Error(`An unknown block: ${name}`);
      path.push(name.replace(/\(.*/, ''));
    } else {
      const place = path.join(' ');
      const [, name = '', , value = ''] = /^(\w+)( = credentials\(| )'([^']*)'\)?$/.exec(step) ?? [];
      if (place === 'pipeline environment') credentials.push(name);
      else if (place === 'pipeline stages stage steps' && name === 'sh') scripts.push(value);
      else if (place === 'pipeline post always' && /^(?:junit|archiveArtifacts)$/.test(name)) kept.set(name, value);
      else if (place !== 'pipeline agent docker') throw new Error(`An unknown step: ${step}`);
    }
  }
  return { credentials, scripts, junit: kept.get('junit') ?? '', archived: kept.get('archiveArtifacts') ?? '' };
}
