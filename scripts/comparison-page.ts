import type { Comparison, Judged, Kind, Outcome, ToolId } from '../lab/compare/comparison.ts';

/** What is told of a tool beside its figures, in Markdown. */
interface Portrait {
  readonly name: string;
  /** What it is made for, and what it does better than this suite. */
  readonly merits: string;
  /** How it was set up, and by which files. */
  readonly setUp: string;
}

const PORTRAITS: Readonly<Record<ToolId, Portrait>> = {
  suite: {
    name: 'petstore-conformance',
    merits:
      'made for this one contract. It knows what no description of an interface says: what must be found again, what a filter may hold, what a key protects, and what is left open. It sends the most requests, and is of no use for any other interface.',
    setUp: 'its defaults, nothing but address and key.',
  },
  respect: {
    name: 'Redocly Respect',
    merits:
      'runs workflows written in Arazzo, an open standard, against any interfaces described in OpenAPI, several in one workflow. The workflow is documentation as well, and needs no programming. Few requests, and quick. The same command lints and bundles descriptions.',
    setUp:
      '[respect.arazzo.yaml](../lab/compare/peers/respect.arazzo.yaml), 31 steps written by hand: add, read back, list with limits and filters, bodies and keys that must be refused.',
  },
  portman: {
    name: 'Portman',
    merits:
      'turns a description into a Postman collection with tests, which people can go on using in Postman; makes variations with a missing field or a value beyond its bounds by itself. At home in teams that have Postman.',
    setUp:
      '[portman.json](../lab/compare/peers/portman.json): its contract tests for every operation, its fuzzing of the body, the variations of the steps above, and the id of the added pet handed on.',
  },
  dredd: {
    name: 'Dredd',
    merits:
      'the least to set up: it sends one request for each answer in the description and compares the answer with the example, to show that documentation is true. Hooks in several languages; API Blueprint too.',
    setUp:
      '[dredd-hooks.cjs](../lab/compare/peers/dredd-hooks.cjs): the key, the id of the added pet, and the requests that must be refused. Its support of OpenAPI 3 is called experimental by its makers.',
  },
  specmatic: {
    name: 'Specmatic',
    merits:
      'makes requests from the schemas without a line of test code, right ones and wrong ones; from the same description it also gives a stub for the clients, and compares two versions of a description for what breaks. HTTP is not all: events and gRPC too. Needs Java.',
    setUp:
      '[specmatic.yaml](../lab/compare/peers/specmatic.yaml) with its resiliency tests on, a dictionary of values that the service takes, five examples, one of them a pet added beforehand. Queries that the contract leaves open are left out: it would have them refused.',
  },
};

const OUTCOMES: Readonly<Record<Kind, Readonly<Record<Outcome, string>>>> = {
  fault: { accused: '**caught**', accepted: '–', undecided: 'undecided', 'not ended': 'not ended' },
  compliant: { accused: '**accused**', accepted: '–', undecided: 'undecided', 'not ended': 'not ended' },
};

/** The page docs/comparison.md, from what `npm run compare` measured. The first tool is the measure of the times. */
export function renderComparisonPage({ seed, drawnFrom, environment, tools, services }: Comparison): string {
  const faults = services.filter(({ kind }) => kind === 'fault');
  const compliant = services.filter(({ kind }) => kind === 'compliant');
  const measure = tools[0]?.milliseconds ?? 1;
  const names = tools.map(({ id }) => PORTRAITS[id].name);
  const lines = [
    '# Comparison with other tools',
    '',
    'Generated from `docs/comparison.json`, which `npm run compare` writes. Do not edit.',
    '',
    `All tools were run on the same reference services: the correct one, ${faults.length} broken ones drawn from ${drawnFrom.faults}, each correct but`,
    `for one small thing, and ${compliant.length} drawn from ${drawnFrom.compliant} that differ only where the contract leaves room (seed ${seed}). Each run is a`,
    'process of its own on a service of its own, which begins with 25 pets, none of them sold.',
    '',
    '| tool | version | requests | time | faults caught | compliant variants accused |',
    '| --- | --- | ---: | ---: | ---: | ---: |',
    ...tools.map(
      ({ id, version, requests, ratio }, place) =>
        `| ${PORTRAITS[id].name} | ${version} | ${requests} | ${ratio.toFixed(1)} × | ${accusedOf(faults, place)} of ${faults.length} | ${accusedOf(compliant, place)} of ${compliant.length} |`,
    ),
    '',
    'Requests and time are those of a run against the correct service, which every tool accepts as it is configured here;',
    `the time is that of whole processes, in multiples of the first row's, which was ${(measure / 1000).toFixed(1)} s in the median`,
    `(Node ${environment.node.slice(1)}${environment.java === null ? '' : `, Java ${environment.java}`}, ${environment.cores} cores).`,
    '',
    '## What the figures do not say',
    '',
    '- The faults are those of this project, and its suite is tested against every one of them. Another hundred faults, drawn',
    '  by somebody else, would be a harder test for it, and none for the others.',
    '- The others work from a description that fits any interface. What it cannot say they cannot find, unless somebody writes',
    '  it down for them: that is what the set-up below does, as far as an engineer would go in an afternoon with their manuals.',
    '- No tool was given a criterion that a compliant variant may fail. A check that a list holds the pet just added would',
    '  catch more faults, and accuse a service with a large catalogue.',
    '- Some take a field that the description does not name for a mistake; by the contract an answer may carry more.',
    '- The tools that run on Node read numbers as doubles. With 25 pets at the start the first one added has a small id;',
    '  where a compliant variant gives large ones, they look for a pet that is not there.',
    '- The reference service is on the same machine. Over a network the number of requests decides more of the time.',
    '',
    '## The tools',
    '',
    ...tools.flatMap(({ id }) => [
      `**${PORTRAITS[id].name}**: ${PORTRAITS[id].merits}`,
      `_Set up with_ ${PORTRAITS[id].setUp}`,
      '',
    ]),
    '## Again',
    '',
    '```sh',
    'npm run compare                   # as above; Specmatic only where there is Java',
    'npm run compare -- --seed 2      # other services; --faults, --variant, --rounds and --lanes besides',
    '```',
    '',
    'The peers are no part of the suite. They are installed from `lab/compare/peers/package-lock.json` into a temporary folder,',
    'without install scripts; from then on nothing but loopback is used. The description they work from is',
    '[petstore.openapi.yaml](../openapi/petstore.openapi.yaml).',
    '',
    '## Broken services',
    '',
    ...table(faults, names),
    '',
    '## Compliant variants',
    '',
    'A service that is accused here is correct: the tool, or what it was given, takes something for promised that is not.',
    '',
    ...table(compliant, names),
  ];
  return `${lines.join('\n')}\n`;
}

/** What README.md says of the comparison: the same figures in a sentence, with what they are worth. */
export function summariseComparison({ tools, services }: Comparison): string {
  const faults = services.filter(({ kind }) => kind === 'fault');
  const compliant = services.filter(({ kind }) => kind === 'compliant');
  const [own = '', ...peers] = tools.map(
    ({ id }, place) => `${PORTRAITS[id].name} ${accusedOf(faults, place)} and ${accusedOf(compliant, place)}`,
  );
  return [
    `Other tools on ${faults.length} of these broken services and ${compliant.length} of the unusual ones (caught and accused): ${own}; ${peers.join(', ')}.`,
    'They work for any OpenAPI description; this suite knows one contract, and the faults are its own. [How they were compared](docs/comparison.md).',
  ].join('\n');
}

function accusedOf(services: readonly Judged[], place: number): number {
  return services.filter(({ outcomes }) => outcomes[place] === 'accused').length;
}

function table(services: readonly Judged[], names: readonly string[]): readonly string[] {
  return [
    `| service | ${names.join(' | ')} |`,
    `| --- |${' --- |'.repeat(names.length)}`,
    ...services.map(
      ({ kind, id, outcomes }) => `| \`${id}\` | ${outcomes.map((outcome) => OUTCOMES[kind][outcome]).join(' | ')} |`,
    ),
  ];
}
