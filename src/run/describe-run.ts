import { digestOf } from '../contract/digest.ts';
import { daysUntilRemoval, removalPhase } from '../contract/removal-calendar.ts';
import { CONTRACT_VERSION } from '../contract/requirements.ts';
import type { ReportedConfiguration, RunDescription } from '../report/report.ts';
import { repeatCommand } from '../report/repeat-command.ts';
import type { RunInputs } from './read-run-inputs.ts';
import type { SuiteIdentity } from './suite-identity.ts';
import { type Configuration, reportedSettings } from '../settings/configuration.ts';

/** The facts of a run that its report names. */
export interface DescribedRun extends Partial<RunInputs> {
  readonly configuration: Configuration;
  readonly runId: string;
  readonly suite: SuiteIdentity;
  /** The run of the build server that started this one. */
  readonly buildServer?: BuildServerRun;
}

/** What a report says of its run: the target, the versions, the times and the settings. */
export function describeRun(
  run: DescribedRun,
  startedAt: number,
  endedAt: number,
  { end, signal }: Pick<RunDescription, 'end' | 'signal'>,
): RunDescription {
  const { configuration } = run;
  const { node, platform, ...suite } = run.suite;
  const started = new Date(startedAt);
  const described: Omit<RunDescription, 'origin'> = {
    id: run.runId,
    target: configuration.baseUrl,
    embedded: configuration.embedded,
    profile: configuration.profile,
    suite,
    contract: { title: 'Pet Store Service Interface', version: CONTRACT_VERSION },
    node,
    platform,
    startedAt: started.toISOString(),
    endedAt: new Date(endedAt).toISOString(),
    end,
    signal,
    selection: (run.selection ?? null) === null ? 'all' : 'part',
    seed: configuration.seed,
    asOf: configuration.asOf ?? started.toISOString(),
    removalPhase: removalPhase(configuration.asOf, started),
    daysUntilRemoval: daysUntilRemoval(configuration.asOf, started),
    configuration: describeConfiguration(configuration),
  };
  const digests = { configuration: configurationDigest(described), deviations: run.deviationsDigest ?? null };
  const origin = { command: repeatCommand(described), buildServer: run.buildServer ?? null, digests };
  return { ...described, origin };
}

/** The settings of a run, and what it took from the files and variables that they name. None is secret. */
function describeConfiguration(configuration: Configuration): ReportedConfiguration {
  const { trust, proxy, headers } = configuration;
  return {
    ...reportedSettings(configuration),
    additionalHeaders: headers.map(([name]) => name).join(', '),
    ...(trust.authorities === null ? {} : { certificateAuthorities: trust.authorities.file }),
    ...(trust.client === null ? {} : { clientCertificate: trust.client.file }),
    ...(proxy === null ? {} : { proxy: `${proxy.origin} (${proxy.variable})` }),
  };
}

/** The run of a build server that started a run. `address` is a page about it; null if the server names none. */
type BuildServerRun = RunDescription['origin']['buildServer'];

type Environment = Readonly<Record<string, string | undefined>>;

const text = (value: string | undefined): string | null => (value === undefined || value === '' ? null : value);

/** What build servers say in the environment, by a variable that each sets. */
const BUILD_SERVERS: Readonly<Record<string, (environment: Environment) => BuildServerRun>> = {
  GITHUB_RUN_ID: ({ GITHUB_SERVER_URL, GITHUB_REPOSITORY, GITHUB_RUN_ID, GITHUB_ACTOR }) => ({
    address: `${GITHUB_SERVER_URL ?? ''}/${GITHUB_REPOSITORY ?? ''}/actions/runs/${GITHUB_RUN_ID ?? ''}`,
    actor: text(GITHUB_ACTOR),
  }),
  CI_JOB_URL: ({ CI_JOB_URL, GITLAB_USER_LOGIN }) => ({ address: text(CI_JOB_URL), actor: text(GITLAB_USER_LOGIN) }),
  BUILD_URL: ({ BUILD_URL, BUILD_USER_ID }) => ({ address: text(BUILD_URL), actor: text(BUILD_USER_ID) }),
};

/** The run of GitHub, GitLab or Jenkins that this process is part of; null if there is none. */
export function buildServerRun(environment: Environment): BuildServerRun {
  const known = Object.entries(BUILD_SERVERS).find(([variable]) => text(environment[variable]) !== null);
  return known === undefined ? null : known[1](environment);
}

/** A digest that is the same for the same settings. It does not cover the seed. */
export function configurationDigest({
  profile,
  configuration,
}: Pick<RunDescription, 'profile' | 'configuration'>): string {
  const sorted = Object.entries({ ...configuration, profile }).toSorted(([left], [right]) => (left < right ? -1 : 1));
  return digestOf(JSON.stringify(sorted));
}
