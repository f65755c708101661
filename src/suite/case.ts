import { fileURLToPath } from 'node:url';
import type { TestableId } from '../contract/requirements.ts';
import type { CaseTools } from './case-tools.ts';
import type { CredentialId } from './keys/credentials.ts';

/** The stages of a run, in order. Each waits for the slowest case of the one before, so a new one needs a new state of the catalogue. */
export const STAGES = [
  /** The run has added nothing, so lists may be empty. */
  'untouched catalogue',
  /** The run adds a few pets, so every page is complete. Rejected requests add nothing. */
  'small catalogue',
  /** The cases read the lists and add nothing. */
  'first listing',
  /** The run adds pets with many kinds of names, which may break the lists. */
  'names',
  /** The cases read the lists if a page will not hold the pets of the next stage too. */
  'early listing',
  /** The run adds pets in many forms, and with names that a service may reject. */
  'forms',
  /** The cases read the lists, while all pets still fit on a page. */
  'names listing',
  /** The cases add nothing. The catalogue is filled until it holds more pets than the largest page; some cases wait for that. */
  'main',
  /** Generated cases come late, so other cases get their share of the budget first. */
  'generated',
  /** Keys for which a firewall may lock the client out, so no other case runs beside them. */
  'unusual keys',
  /** Names that make pages so large that a short page no longer shows where the catalogue ends, and a name that a service may fail to list. */
  'long names',
  /** The probes that may damage the catalogue, with pets that a service stores and then fails to list. A few run at a time. */
  'risky probes',
  /** The judgement of what the risky probes left. */
  'after risky probes',
] as const;

/** How many generated valid pets a run adds before it fills the catalogue. */
export const EARLY_EXAMPLES = 2;

export type Stage = (typeof STAGES)[number];

/**
 * What must exist before a case runs. A fixture is made at most once in a run, and only if a selected case needs it.
 * - `any pets`: pets of each status, unless the run cannot add pets;
 * - `create`: the service accepts pets of this run, in a category that is known by then;
 * - `rejected bodies`: the same, or the service responds to each valid pet as the contract never allows;
 * - `seed pets`: pets of each status, and some without one, added by this run;
 * - `full catalogue`: more pets than the largest page holds;
 * - `getPet`: the operation is not removed by the date of the run (parts 4.3 and 9 rule 3);
 * - `risky probe`: risky probes are not left out, and none has damaged the catalogue;
 * - a credential: it can be made from the configured key.
 */
export type Need = NamedNeed | { readonly credential: CredentialId };
export type NamedNeed =
  | 'any pets'
  | 'create'
  | 'rejected bodies'
  | 'seed pets'
  | 'full catalogue'
  | 'getPet'
  | 'risky probe';

/** The declaration of a case, known before it runs. */
export interface CaseDescription {
  /** Never changes: reports, known deviations and pipelines refer to it. The title may be reworded. */
  readonly caseId: string;
  readonly title: string;
  /** The line that declares the case: `specs/list-limit.spec.ts:12`. */
  readonly place: string;
  /** What the case judges: mostly the status of its own requests. */
  readonly judges: readonly TestableId[];
  /** What rules judge by the requests of the case. Default none. */
  readonly feeds: readonly TestableId[];
  /** The most pets that the case can add, counting bodies that the service must reject. Default 0. */
  readonly mayCreate: number;
  /** What must exist before the case runs. Default none. */
  readonly needs: readonly Need[];
  /** Default `main`. */
  readonly stage: Stage;
  /** How many requests of the case wait for each other, if more than one. The longest chains of a stage start first. */
  readonly requestsInRow?: number;
  /** Cases that try the same kind of request share a group. One of them must get a response. Default: the id of the case. */
  readonly repeatGroup: string;
}

/** The body of a case. It can judge only the requirements that the case declares: those that it judges or feeds. */
type CaseBody<Declared extends TestableId> = (tools: CaseTools<Declared>) => Promise<void> | void;

/** Whether a case judges a requirement, or feeds the rule that judges it. */
export function isAbout({ judges, feeds }: CaseDescription, requirement: string): boolean {
  return [...judges, ...feeds].some((each) => each === requirement);
}

/** A case: its declaration, and its body. */
export interface ConformanceCase {
  readonly description: CaseDescription;
  readonly body: CaseBody<TestableId>;
}

/** The options of a case: the members of its description that have a default, and the requirements that it judges. */
interface CaseOptions<Declared extends TestableId> extends Partial<
  Pick<CaseDescription, 'needs' | 'mayCreate' | 'stage' | 'requestsInRow' | 'repeatGroup'>
> {
  /** What the case judges itself. */
  readonly judges?: readonly Declared[];
  /** What rules judge by its requests. The case can only say why its requests decide nothing. */
  readonly feeds?: readonly Declared[];
}

/** The options of a case that adds what the contract leaves open: a service may store it and then fail to list it. */
export const RISKY_PROBE = { needs: ['create', 'risky probe'], stage: 'risky probes' } as const;

/** How a spec declares its cases. */
interface Declare {
  /** Declares a case. */
  readonly testCase: <const Declared extends TestableId>(
    id: string,
    title: string,
    options: CaseOptions<Declared>,
    body: CaseBody<Declared>,
  ) => void;
  /** How many generated cases there are of each kind (--examples). */
  readonly examples: number;
}

/** The cases of a spec, for a number of examples. */
export type SpecCases = (examples: number) => readonly ConformanceCase[];

/** Declares the cases of one spec file, in order. The compiler lets a body judge only the requirements in its options. */
export function defineCases(declareAll: (declare: Declare) => void): SpecCases {
  return (examples) => {
    const cases: ConformanceCase[] = [];
    const declare: Declare = {
      examples,
      testCase(id, title, options, body) {
        cases.push({ description: describeCase(id, title, callSite(declare.testCase), options), body });
      },
    };
    declareAll(declare);
    return cases;
  };
}

/** The declaration of a case, with the defaults of its options. */
export function describeCase(
  caseId: string,
  title: string,
  place: string,
  options: CaseOptions<TestableId>,
): CaseDescription {
  const defaults = { judges: [], feeds: [], mayCreate: 0, needs: [], stage: 'main', repeatGroup: caseId } as const;
  return { caseId, title, place, ...defaults, ...options };
}

let folders: readonly string[] | null = null;

/** The folder of the package as stack traces have it: as a URL, or as a path if a test runner loaded the module. */
function packageFolders(): readonly string[] {
  // Not when the module loads, because a bundle may have no address.
  if (folders === null) {
    const { href } = new URL('../../', import.meta.url);
    folders = [href, fileURLToPath(href)];
  }
  return folders;
}

/** The file and line that called a function, such as `specs/create.spec.ts:12`; empty outside the package. */
function callSite(called: (...parameters: never[]) => unknown): string {
  const holder: { stack?: string } = {};
  Error.captureStackTrace(holder, called);
  const [, caller = ''] = (holder.stack ?? '').split('\n');
  const root = packageFolders().find((each) => caller.includes(each));
  if (root === undefined) return '';
  const inPackage = caller.slice(caller.indexOf(root) + root.length).replaceAll('\\', '/');
  const [, path = '', line = ''] = /^([^?:]+)(?:\?[^:]*)?:(\d+)/.exec(inPackage) ?? [];
  return `${path}:${line}`;
}
