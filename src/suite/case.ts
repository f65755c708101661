import { fileURLToPath } from 'node:url';
import type * as fc from 'fast-check';
import type { OperationId } from '../contract/operations.ts';
import type { TestableId } from '../contract/requirements.ts';
import type { Configuration } from '../settings/configuration.ts';
import type { CaseTools } from './case-tools.ts';
import type { CredentialId } from './keys/credentials.ts';

/**
 * The stages of a run, in their order. The cases of a stage run together, after those of the stage before. A stage ends
 * with its slowest case, so there are only as many as the state of the catalogue demands.
 */
export const STAGES = [
  /** Nothing was added yet: the only time at which a list may be empty. */
  'untouched catalogue',
  /** A few pets exist, so that every page is complete. Requests with wrong keys add nothing. */
  'small catalogue',
  /** The same, while pets are added one by one. Rejected bodies add nothing. */
  'additions and rejections',
  /** Everything added so far is looked for in the list while nothing is added. */
  'first listing',
  'names',
  /** The same while a page still has room for every name. */
  'names listing',
  'main',
  /** More pets than the largest page holds. */
  'full catalogue',
  /** Many examples: they come last, so that they leave the rest of the run its budget. */
  'properties',
] as const;

export type Stage = (typeof STAGES)[number];

/**
 * What must exist before a case runs. A fixture is made at most once in a run, and only if a selected case needs it.
 * - `any pets`: pets of each status, as far as the run can add any;
 * - `create`: the service accepts pets of this run, in a category that is known by then;
 * - `seed pets`: pets of each status, and some without one, added by this run;
 * - `full catalogue`: more pets than the largest page holds;
 * - `getPet`: the operation is not removed by the date of the run (parts 4.3 and 9 rule 3);
 * - a credential: it can be made from the configured key.
 */
export type Need =
  | 'any pets'
  | 'create'
  | 'seed pets'
  | 'full catalogue'
  | 'getPet'
  | { readonly credential: CredentialId };

/** What a request to each operation needs. */
export const OPERATION_NEEDS: Readonly<Record<OperationId, readonly Need[]>> = {
  listPets: [],
  createPet: [],
  getPet: ['getPet'],
};

/** What is known of a case before it runs. */
export interface CaseDescription {
  /** Permanent: a report, a known deviation or a pipeline may name it. Its title may be reworded. */
  readonly caseId: string;
  readonly title: string;
  /** The line that declares the case: `specs/list-limit.spec.ts:12`. */
  readonly place: string;
  readonly requirements: readonly TestableId[];
  /** The most pets that the case may add, whatever the service accepts. */
  readonly creates: number;
  /** What must exist before the case runs. */
  readonly needs: readonly Need[];
  readonly stage: Stage;
}

/** What a case is given, limited to the requirements that it judges. */
export type CaseBody<Judged extends TestableId> = (tools: CaseTools<Judged>) => Promise<void> | void;

/** A case as a spec declares it: one that runs once, or a property that holds for each of many examples. */
export type ConformanceCase = {
  readonly description: CaseDescription;
} & ({ readonly kind: 'once'; readonly body: CaseBody<TestableId> } | ({ readonly kind: 'property' } & Property));

/** How a property is tried. */
export interface Property {
  readonly examples: Examples<unknown>;
  /** Whether an example may add a pet, whatever the service accepts. */
  readonly addsPets: boolean;
  readonly body: (tools: CaseTools<TestableId>, example: never) => Promise<void>;
}

/** Examples that are drawn by the seed of the run, or that follow from its configuration. */
export type Examples<T> = fc.Arbitrary<T> | ((configuration: Configuration) => readonly T[]);

/** What a case declares about itself. */
export interface CaseOptions<Judged extends TestableId> {
  /** The requirements that the case judges. */
  readonly judges: readonly [Judged, ...Judged[]];
  /** What must exist before the case runs. Default none. */
  readonly needs?: readonly Need[];
  /** The most pets that the case may add, counting bodies that a service should reject. Default 0. */
  readonly mayCreate?: number;
  /** Default `main`. */
  readonly stage?: Stage;
}

/** What a property declares about itself. */
export interface PropertyOptions<Judged extends TestableId, T> extends Omit<CaseOptions<Judged>, 'mayCreate'> {
  readonly examples: Examples<T>;
  /** Whether an example may add a pet, whatever the service accepts. */
  readonly addsPets: boolean;
}

/** How a spec declares its cases. */
export interface Declare {
  /** Declares a case that runs once. */
  readonly testCase: <const Judged extends TestableId>(
    id: string,
    title: string,
    options: CaseOptions<Judged>,
    body: CaseBody<Judged>,
  ) => void;
  /** Declares a case whose body must hold for each of many examples (--examples). */
  readonly testProperty: <const Judged extends TestableId, T>(
    id: string,
    title: string,
    options: PropertyOptions<Judged, T>,
    body: (tools: CaseTools<Judged>, example: T) => Promise<void>,
  ) => void;
}

/** The most examples that are tried to find a smaller one than the first that failed. */
export const MOST_SHRINK_STEPS = 30;

/** The most pets that a property adds by default: one for each of five examples and each step of shrinking. */
const PROPERTY_CREATES = 5 + MOST_SHRINK_STEPS;

/**
 * The cases of one spec file, in the order in which they are declared. The compiler lets a body judge only what its
 * options name, and `expect` refuses the rest while the case runs.
 */
export function defineCases(declareAll: (declare: Declare) => void): readonly ConformanceCase[] {
  const cases: ConformanceCase[] = [];
  const declare: Declare = {
    testCase(id, title, { judges, needs = [], mayCreate = 0, stage = 'main' }, body) {
      const place = callSite(declare.testCase);
      const description = { caseId: id, title, place, requirements: judges, creates: mayCreate, needs, stage };
      cases.push({ kind: 'once', description, body });
    },
    testProperty(id, title, { judges, needs = [], stage = 'main', examples, addsPets }, body) {
      const place = callSite(declare.testProperty);
      const creates = addsPets ? PROPERTY_CREATES : 0;
      const description = { caseId: id, title, place, requirements: judges, creates, needs, stage };
      cases.push({ kind: 'property', description, examples, addsPets, body });
    },
  };
  declareAll(declare);
  return cases;
}

/** The folder of the package, as a stack names modules: by address, or by path where a test runner has loaded them. */
const ROOTS = [new URL('../../', import.meta.url).href, fileURLToPath(new URL('../../', import.meta.url))];

/** The file and line that called a function, relative to the package: `specs/create.spec.ts:12`. Empty for other files. */
export function callSite(called: (...parameters: never[]) => unknown): string {
  const holder: { stack?: string } = {};
  Error.captureStackTrace(holder, called);
  const [, caller = ''] = (holder.stack ?? '').split('\n');
  const root = ROOTS.find((each) => caller.includes(each));
  if (root === undefined) return '';
  const inPackage = caller.slice(caller.indexOf(root) + root.length).replaceAll('\\', '/');
  const [, path = '', line = ''] = /^([^?:]+)(?:\?[^:]*)?:(\d+)/.exec(inPackage) ?? [];
  return `${path}:${line}`;
}
