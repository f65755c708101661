import { readFileSync } from 'node:fs';
import { DOMParser, type Element } from '@xmldom/xmldom';
import { memoryPages, validateXML } from 'xmllint-wasm';

const SCHEMA = readFileSync(new URL('../unit/report/junit/junit.xsd', import.meta.url), 'utf8');

/** Validates texts with libxml2 as XML 1.0 and against the JUnit schema, and returns the problems by text position. */
export async function junitProblems(texts: readonly string[]): Promise<readonly string[]> {
  const { errors, valid, rawOutput } = await validateXML({
    xml: texts.map((contents, index) => ({ fileName: `junit-${index}.xml`, contents })),
    schema: SCHEMA,
    initialMemoryPages: memoryPages.defaultInitialMemoryPages,
    maxMemoryPages: memoryPages.max / 2,
    modifyArguments: (words) => ['--huge', ...words],
  });
  return valid
    ? []
    : [...errors.map(({ message, loc }) => `${loc?.fileName ?? ''}: ${message}`), rawOutput.slice(-500)];
}

/** A parsed test case. `text` is the text of its only child. Its attributes include those of the child. */
export interface ReadCase {
  readonly suite: string;
  readonly name: string;
  readonly className: string;
  readonly result: 'passed' | 'failure' | 'error' | 'skipped';
  readonly message: string;
  readonly text: string;
}

export interface ReadCounts {
  readonly tests: number;
  readonly failures: number;
  readonly errors: number;
  readonly skipped: number;
}

export interface ReadJunit {
  readonly totals: Omit<ReadCounts, 'skipped'>;
  readonly suites: readonly (ReadCounts & { readonly name: string })[];
  readonly cases: readonly ReadCase[];
}

/** Reads JUnit XML with an independent parser. Throws if the XML is not well-formed. */
export function readJunit(text: string): ReadJunit {
  const document = new DOMParser({
    onError: (level, message) => {
      throw new Error(`${level}: ${message}`);
    },
  }).parseFromString(text, 'text/xml');
  const root = document.documentElement;
  if (root === null) throw new Error('The document is empty.');
  const suites = elements(root, 'testsuite');
  return {
    totals: { tests: number(root, 'tests'), failures: number(root, 'failures'), errors: number(root, 'errors') },
    suites: suites.map((suite) => ({
      name: attribute(suite, 'name'),
      tests: number(suite, 'tests'),
      failures: number(suite, 'failures'),
      errors: number(suite, 'errors'),
      skipped: number(suite, 'skipped'),
    })),
    cases: suites.flatMap((suite) =>
      elements(suite, 'testcase').map((testCase) => readCase(testCase, attribute(suite, 'name'))),
    ),
  };
}

const RESULTS = ['failure', 'error', 'skipped'] as const;

function readCase(testCase: Element, suite: string): ReadCase {
  const child = elements(testCase, '*')[0];
  return {
    suite,
    name: attribute(testCase, 'name'),
    className: attribute(testCase, 'classname'),
    result: RESULTS.find((result) => child?.tagName === result) ?? 'passed',
    message: child === undefined ? '' : attribute(child, 'message'),
    text: child?.textContent ?? '',
  };
}

function elements(parent: Element, name: string): readonly Element[] {
  return [...parent.getElementsByTagName(name)];
}

function attribute(element: Element, name: string): string {
  return element.getAttribute(name) ?? '';
}

function number(element: Element, name: string): number {
  return Number(attribute(element, name));
}
