import type { RunDescription } from '../report/report.ts';
import { digestOf } from '../contract/digest.ts';

/** The run of a build server that started a run. `address` is a page about it; null if the server names none. */
export type BuildServerRun = RunDescription['origin']['buildServer'];

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
