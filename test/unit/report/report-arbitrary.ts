import * as fc from 'fast-check';
import type { CreatedAnimal } from '../../../src/conformance/judgement.ts';
import type { RunFacts } from '../../../src/conformance/journal.ts';
import type {
  BehaviourEntry,
  Check,
  Counts,
  Report,
  ReportedCase,
  ReportedDeviation,
  RequirementResult,
  RunDescription,
  Verdict,
} from '../../../src/report/report.ts';
import type { AttemptRecord, BodyRecord, Exchange, Header, TransportFailure } from '../../../src/target/exchange.ts';

const anyText = fc.string({ unit: 'binary', maxLength: 12 });
const id = fc.string({ minLength: 1, maxLength: 8 });
const count = fc.nat(1000);
const orNull = <Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value | null> => fc.option(value, { nil: null });
const few = <Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value[]> => fc.array(value, { maxLength: 2 });
const ids = few(id);
const profile = fc.constantFrom('full', 'read-only');
const moment = fc
  .date({ min: new Date(0), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString());

const run: fc.Arbitrary<RunDescription> = fc.record({
  id,
  target: id,
  embedded: fc.boolean(),
  profile,
  suite: fc.record({ name: id, version: id }),
  contract: fc.record({ title: id, version: id }),
  node: id,
  startedAt: moment,
  endedAt: moment,
  end: fc.constantFrom('complete', 'interrupted', 'deadline'),
  signal: fc.constantFrom('SIGHUP', 'SIGINT', 'SIGTERM', null),
  selection: fc.constantFrom('all', 'part'),
  seed: fc.nat(),
  asOf: fc.constantFrom('2030-12-05', '2030-12-05T00:00:00Z'),
  removalPhase: fc.constantFrom('before', 'on-the-day', 'after'),
  daysUntilRemoval: fc.integer(),
  configuration: fc.dictionary(id, orNull(fc.oneof(anyText, count, fc.boolean())), { maxKeys: 3 }),
});

const verdict: fc.Arbitrary<Verdict> = fc
  .record({
    end: fc.constantFrom(
      { outcome: 'conformant', exitCode: 0 } as const,
      { outcome: 'conformant with known deviations', exitCode: 0 } as const,
      { outcome: 'deviations out of date', exitCode: 1 } as const,
      { outcome: 'not conformant', exitCode: 1 } as const,
      { outcome: 'inconclusive', exitCode: 2 } as const,
    ),
    judged: fc.constantFrom('service', 'embedded reference service'),
    profile,
    reasons: few(anyText),
  })
  .map(({ end, ...rest }) => ({ ...end, ...rest }));

const requirementCounts: fc.Arbitrary<Counts['requirements']> = fc.record({
  violated: count,
  deviating: count,
  verified: count,
  'not-verified': count,
  'not-applicable': count,
  observed: count,
  'not-testable': count,
});

const counts: fc.Arbitrary<Counts> = fc.record({
  requirements: requirementCounts,
  required: requirementCounts,
  checks: fc.record({
    satisfied: count,
    violated: count,
    deviating: count,
    observed: count,
    'not-verified': count,
    'not-applicable': count,
    'harness-error': count,
  }),
  warnings: count,
  cases: count,
  exchanges: count,
  created: count,
});

const requirement: fc.Arbitrary<RequirementResult> = fc.record({
  id,
  part: id,
  level: fc.constantFrom('required', 'recommended', 'unspecified'),
  operation: fc.constantFrom('listPets', 'createPet', 'getPet', 'every'),
  statement: id,
  outcome: fc.constantFrom(
    'violated',
    'deviating',
    'verified',
    'not-verified',
    'not-applicable',
    'observed',
    'not-testable',
  ),
  reason: orNull(anyText),
  supply: orNull(anyText),
  checks: ids,
});

const reportedCase: fc.Arbitrary<ReportedCase> = fc.record({ id, title: anyText, place: anyText, requirements: ids });

const check: fc.Arbitrary<Check> = fc.record({
  id,
  requirement: id,
  case: id,
  outcome: fc.constantFrom(
    'satisfied',
    'violated',
    'deviating',
    'observed',
    'not-verified',
    'not-applicable',
    'harness-error',
  ),
  expected: anyText,
  actual: anyText,
  pointer: orNull(anyText),
  exchanges: ids,
  callSite: anyText,
  callSites: few(anyText),
  furtherViolations: few(anyText),
  violatedAt: few(anyText),
  reason: orNull(anyText),
  supply: orNull(anyText),
  judgements: count,
  violations: count,
  unstable: orNull(fc.boolean()),
  repeatExchanges: ids,
});

const behaviour: fc.Arbitrary<BehaviourEntry> = fc.record({
  requirement: id,
  case: id,
  question: anyText,
  seen: anyText,
  exchanges: ids,
});

const deviation: fc.Arbitrary<ReportedDeviation> = fc.record({
  id,
  reason: id,
  owner: id,
  expires: fc.constantFrom('2030-01-01', '2030-12-31'),
  state: fc.constantFrom('open', 'stale', 'expired', 'unsettled'),
  checks: ids,
});

const animal: fc.Arbitrary<CreatedAnimal> = fc.record({
  id: orNull(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String)),
  name: orNull(anyText),
  caseId: id,
  exchange: id,
  intended: fc.boolean(),
});

const facts: fc.Arbitrary<RunFacts> = fc.record({
  highestLimitProven: fc.dictionary(fc.constantFrom('none', 'available', 'pending', 'sold'), count),
  largestPage: count,
  categoriesAccepted: ids,
  settlingDelays: few(fc.double({ min: 0, max: 5000, noNaN: true })),
  requests: count,
  creates: count,
  examplesDropped: count,
  pacing: fc.record({
    waits: count,
    waitedMilliseconds: fc.double({ min: 0, max: 1e6, noNaN: true }),
    limitedAnswers: count,
    concurrency: count,
    lowestConcurrency: count,
  }),
});

const body: fc.Arbitrary<BodyRecord> = fc.record({
  text: anyText,
  encoding: fc.constantFrom('utf8', 'base64'),
  length: count,
  sha256: fc.stringMatching(/^[0-9a-f]{64}$/),
  capped: fc.boolean(),
});

const failure: fc.Arbitrary<TransportFailure> = fc.record({
  kind: fc.constantFrom(
    'refused',
    'dns',
    'tls',
    'closed-before-answer',
    'connect-timeout',
    'answer-timeout',
    'body-timeout',
    'cut-short',
    'not-http',
    'too-large',
    'undecodable',
    'rate-limited',
    'run-deadline',
    'interrupted',
  ),
  message: anyText,
});

const headers: fc.Arbitrary<readonly Header[]> = few(fc.tuple(id, anyText));

const attempt: fc.Arbitrary<AttemptRecord> = fc.record({
  startedAt: moment,
  milliseconds: fc.double({ min: 0, max: 1e5, noNaN: true }),
  connection: fc.constantFrom('fresh', 'reused'),
  status: orNull(fc.integer({ min: 100, max: 999 })),
  failure: orNull(failure),
  waitedMilliseconds: count,
});

const exchange: fc.Arbitrary<Exchange> = fc.record({
  id,
  caseId: id,
  operation: fc.constantFrom('listPets', 'createPet', 'getPet', 'other'),
  request: fc.record({ method: id, url: anyText, headers, body: orNull(body), credential: anyText, curl: anyText }),
  attempts: few(attempt),
  response: orNull(fc.record({ status: fc.integer({ min: 100, max: 999 }), headers, body, complete: fc.boolean() })),
  failure: orNull(failure),
});

/** Any report that the type allows: the types of the generators keep them from missing a property or a value of it. */
export const anyReport: fc.Arbitrary<Report> = fc.record({
  reportVersion: fc.constant(1),
  run,
  verdict,
  counts,
  requirements: few(requirement),
  cases: few(reportedCase),
  checks: few(check),
  deviations: few(deviation),
  behaviour: few(behaviour),
  created: few(animal),
  facts: orNull(facts),
  suiteFaults: few(anyText),
  exchanges: few(exchange),
});
