import type { Comparison, Judged, Kind, Outcome, ToolId } from '../lab/compare/comparison.ts';

/** The text of the page about one tool, in Markdown. */
interface Portrait {
  readonly name: string;
  /** Its purpose, and its advantages over this suite. */
  readonly merits: string;
  /** Its setup and configuration files. */
  readonly setUp: string;
}

const PORTRAITS: Readonly<Record<ToolId, Portrait>> = {
  suite: {
    name: 'petstore-conformance',
    merits:
      'made for one contract. It knows what no OpenAPI description says: what a read must find again, what a filter may list, what a key protects, and what is unspecified. It sends the most requests, and is useless for any other interface.',
    setUp: 'its defaults, with only the address and the key.',
  },
  respect: {
    name: 'Redocly Respect',
    merits:
      'runs workflows written in Arazzo, an open standard, against any interfaces described in OpenAPI, several in one workflow. The workflow is also documentation, and needs no programming. It is quick and sends few requests. The same command lints and bundles descriptions.',
    setUp:
      '[respect.arazzo.yaml](../lab/compare/peers/respect.arazzo.yaml), 31 steps written by hand: add, read back, list with limits and filters, bodies and keys that must be rejected.',
  },
  portman: {
    name: 'Portman',
    merits:
      'turns a description into a Postman collection with tests, which people can use in Postman. It makes variations with a missing field or a value out of bounds. It suits teams that have Postman.',
    setUp:
      '[portman.json](../lab/compare/peers/portman.json): its contract tests for every operation, its fuzzing of the body, the variations of the steps above, and the id of the added pet passed to later requests.',
  },
  dredd: {
    name: 'Dredd',
    merits:
      'the least to set up: it sends one request for each response in the description and compares the response with the example, to show that documentation is correct. Hooks in several languages; API Blueprint too.',
    setUp:
      '[dredd-hooks.cjs](../lab/compare/peers/dredd-hooks.cjs): the key, the id of the added pet, and the requests that must be rejected. Its makers call its support of OpenAPI 3 experimental.',
  },
  specmatic: {
    name: 'Specmatic',
    merits:
      'makes valid and invalid requests from the schemas without test code. From the same description it makes a stub for clients, and finds breaking changes between two versions. It also supports events and gRPC. It needs Java.',
    setUp:
      '[specmatic.yaml](../lab/compare/peers/specmatic.yaml) with its resiliency tests on, a dictionary of values that the service accepts, five examples, one of them a pet that was added before. Queries that the contract leaves open are omitted: it expects the service to reject them.',
  },
};

const OUTCOMES: Readonly<Record<Kind, Readonly<Record<Outcome, string>>>> = {
  fault: { accused: '**caught**', accepted: '–', undecided: 'undecided', 'not ended': 'not ended' },
  compliant: { accused: '**accused**', accepted: '–', undecided: 'undecided', 'not ended': 'not ended' },
};

/** Renders docs/comparison.md from the record of `npm run compare`. Times are multiples of the first tool's time. */
export function renderComparisonPage({ seed, drawnFrom, environment, tools, services }: Comparison): string {
  const faults = services.filter(({ kind }) => kind === 'fault');
  const compliant = services.filter(({ kind }) => kind === 'compliant');
  const measure = tools[0]?.milliseconds ?? 1;
  const names = tools.map(({ id }) => PORTRAITS[id].name);
  const lines = [
    '# Comparison with other tools',
    '',
    'Generated from `docs/comparison.json`, which `npm run compare` writes.',
    '',
    `All tools were run on the same reference services: the correct one, ${faults.length} of ${drawnFrom.faults} faults, and ${compliant.length} of ${drawnFrom.compliant} compliant variants`,
    `(seed ${seed}). Each run is a process of its own on a service of its own, which starts with 25 pets, none of them sold.`,
    '',
    '| tool | version | requests | time | faults caught | compliant variants accused |',
    '| --- | --- | ---: | ---: | ---: | ---: |',
    ...tools.map(
      ({ id, version, requests, ratio }, place) =>
        `| ${PORTRAITS[id].name} | ${version} | ${requests} | ${ratio.toFixed(1)} × | ${accusedOf(faults, place)} of ${faults.length} | ${accusedOf(compliant, place)} of ${compliant.length} |`,
    ),
    '',
    'Requests and time are those of a run against the correct service, which every tool accepts as configured here.',
    `The time is that of whole processes, in multiples of the first row, which took ${(measure / 1000).toFixed(1)} s in the median`,
    `(Node ${environment.node.slice(1)}${environment.java === null ? '' : `, Java ${environment.java}`}, ${environment.cores} cores).`,
    '',
    '## What the figures do not say',
    '',
    '- The faults are those of this project, and its suite is tested against all of them. Faults from another source would be a harder',
    '  test of this suite.',
    '- The others work from an OpenAPI description. They find what it cannot say only if an engineer writes it down for them. The set-up',
    '  below is what an engineer writes in an afternoon with their manuals.',
    '- No tool was given a criterion that a compliant variant may fail. A check that a list holds the pet just added would',
    '  catch more faults, and accuse a service with a large catalogue.',
    '- Some reject a field that the description does not name. The contract allows extra fields.',
    '- The tools that run on Node read numbers as doubles. If a compliant variant assigns large ids, they look for a pet that does not',
    '  exist.',
    '- The reference service is on the same machine. Over a network the number of requests decides more of the time.',
    '',
    '## The tools',
    '',
    ...tools.flatMap(({ id }) => [
      `**${PORTRAITS[id].name}**: ${PORTRAITS[id].merits}`,
      `_Set up with_ ${PORTRAITS[id].setUp}`,
      '',
    ]),
    '## Reproduce',
    '',
    '```sh',
    'npm run compare                  # as above; Specmatic only if there is Java',
    'npm run compare -- --seed 2      # other services; also --faults, --compliant, --rounds and --lanes',
    '```',
    '',
    'The peers are not part of the suite. They are installed from `lab/compare/peers/package-lock.json` into a temporary folder, without',
    'install scripts, and then use only loopback. The description is',
    '[petstore.openapi.yaml](../openapi/petstore.openapi.yaml).',
    '',
    '## Faults',
    '',
    ...table(faults, names),
    '',
    '## Compliant variants',
    '',
    'A service that is accused here is correct: the tool, or its set-up, expects something that the contract does not promise.',
    '',
    ...table(compliant, names),
  ];
  return `${lines.join('\n')}\n`;
}

/** Renders the figures for README.md as two sentences. */
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
