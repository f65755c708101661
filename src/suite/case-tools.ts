import { LIMIT_MAX } from '../contract/operations.ts';
import type { PetStatus } from '../contract/pet.ts';
import type { TestableId } from '../contract/requirements.ts';
import type { SingleConnection } from '../http/client.ts';
import type { Credential } from '../http/request.ts';
import type { CredentialId } from './keys/credentials.ts';
import { createApi } from './api.ts';
import type { RequestOptions } from './api-request.ts';
import type { CaseScope } from './case-scope.ts';
import { type Expect, expectationOf } from './expect.ts';
import { HarnessFault } from './judge.ts';
import type { UnmarkedBody } from './new-pets.ts';
import { createPets } from './pets.ts';
import { expectUnmarkedNotStored } from './expect-unmarked-not-stored.ts';
import { expectNoDamage } from './execution/risky-probes.ts';
import type { CompleteResponse, Evidence } from './responses/response.ts';
import { countKnown } from './rules/limits.ts';
import { findMoves } from './rules/same.ts';
import { randomFor } from './random-numbers.ts';
import type { Run } from './run.ts';

/** The options of a request that put it on a connection of its own. */
type OnConnection = Required<Pick<RequestOptions, 'connection'>>;

/** The tools of the body of a case: it can judge what the case declares. */
export interface CaseTools<Declared extends TestableId> extends Omit<AnyTools, 'expect' | 'observe'> {
  readonly expect: Expect<Declared>;
  readonly observe: (requirement: Declared, actual: string, responses: readonly Evidence[]) => void;
}

type AnyTools = ReturnType<typeof createTools>;

/** `afterAcceptedRequest` tries several connections, since a service may close any of them. */
export const MOST_CONNECTIONS = 3;

/** The tools of one case. */
export function createTools(scope: CaseScope) {
  const { run, caseId, stopNotVerified, stopNotApplicable } = scope;
  const api = createApi(scope);
  const pets = createPets(scope);
  return {
    /** Sends requests. */
    api,
    /** Pets of the run, and bodies for new ones. */
    pets,
    /** Judges a requirement that the case declares. */
    expect: (requirement: TestableId) => expectationOf(scope, api, requirement),
    /** Records what the service does where the contract does not specify it. */
    observe: (requirement: TestableId, actual: string, responses: readonly Evidence[]) =>
      scope.observe(requirement, { expected: 'unspecified', actual, responses }),
    /** Ends the case: what it has not judged yet is not verified. */
    stopNotVerified,
    /** Ends the case: what it has not judged yet does not apply to this run or service. */
    stopNotApplicable,
    /** Rejected bodies without a field that identifies a pet leave no pet behind. */
    expectUnmarkedNotStored: (bodies: readonly UnmarkedBody[]) => expectUnmarkedNotStored(scope, bodies),
    /** The reads that worked before the risky probes still work. */
    expectNoDamage: () => expectNoDamage(scope, run.probes, run.configuration.riskyProbes),
    /** Sends requests one after another on a connection of their own, which is closed at the end. */
    onOneConnection: (body: (connection: SingleConnection) => Promise<void>) => withConnection(run, body),
    /** Sends a request on a connection that has just carried an accepted one, a list by default. Ends the case if each is closed. */
    async afterAcceptedRequest(
      send: (onConnection: OnConnection) => Promise<CompleteResponse>,
      accepted: (onConnection: OnConnection) => Promise<unknown> = (onConnection) => api.listAccepted(onConnection),
    ): Promise<CompleteResponse> {
      for (let attempt = 0; attempt < MOST_CONNECTIONS; attempt += 1) {
        const response = await withConnection(run, async (connection) => {
          await accepted({ connection });
          return send({ connection });
        });
        if (response.connection === 'reused') return response;
      }
      return stopNotApplicable('The service closes every connection after one response.');
    },
    /** Random numbers from 0 up to 1. The same seed gives a case the same numbers. */
    random: randomFor(run.configuration, `values of ${caseId}`),
    run: runForCase(run, caseId),
  };
}

/** Runs a function with a separate connection, then closes the connection. */
async function withConnection<T>({ client }: Run, work: (connection: SingleConnection) => Promise<T>): Promise<T> {
  const connection = client.openConnection();
  try {
    return await work(connection);
  } finally {
    connection.close();
  }
}

/** What a case can know about its run. */
function runForCase(run: Run, caseId: string) {
  const { apiKey } = run.configuration;
  return {
    apiKey,
    /** A credential made from the configured key. Throws if the configured key does not allow it: declare it in `needs`. */
    credential(id: CredentialId): Credential {
      const credential = run.credentials[id];
      if (credential !== undefined) return credential;
      throw new HarnessFault(
        `The configured key allows no credential ${id}: the case ${caseId} must declare it in needs.`,
      );
    },
    /** Whether the run is before, on or after the day on which `GET /pets/{petId}` is removed (parts 4.3 and 9 rule 3). */
    phase: run.phase,
    /** The pets of this run that the service has moved to another status. */
    movedPets: () => findMoves(run.history.judge().catalogue),
    /** Whether a response had HTTP/1.0, which knows no chunks (RFC 9112 section 6.1). */
    usesHttp10: () => run.history.entries.some(({ httpVersion }) => httpVersion === '1.0'),
    /** How often the service has locked this client out so far. */
    lockouts: () => run.lockouts.count(),
    /** How many responses or connections were disturbances so far, by status or kind of failure. */
    disturbances: () => run.client.pacing().disturbances,
    /** A large limit that the service accepts as far as is known, and not the largest, which other cases send: a service may fail with it. */
    largeLimit: () => Math.min(LIMIT_MAX - 1, run.knowledge.widestLimit() ?? LIMIT_MAX),
    /** A status whose filter works as far as is known, so a case that tries another part of a list does not fail for the filter. */
    workingFilter: run.knowledge.workingFilter,
    /** How many pets that match a filter were known before a time (milliseconds). */
    countKnownBefore: (at: number, status: PetStatus | undefined) =>
      countKnown(run.history.judge().catalogue)(at, status),
  };
}
