import type { PetStatus } from '../contract/pet.ts';
import type { TestableId } from '../contract/requirements.ts';
import type { SingleConnection } from '../http/client.ts';
import type { Credential } from '../http/request.ts';
import type { CredentialId } from './keys/credentials.ts';
import { specialCredential, type SpecialTokenId } from './keys/special-tokens.ts';
import type { RemovalPhase } from '../contract/removal-calendar.ts';
import { type Api, createApi } from './api.ts';
import type { CaseScope } from './case-scope.ts';
import { createExpect, type Expect } from './expect.ts';
import type { CaseContext } from './expect.ts';
import { HarnessFault } from './judge.ts';
import { createPets, type Pets, type UnmarkedBody } from './pets.ts';
import { expectUnmarkedNotStored } from './unmarked-bodies.ts';
import { expectNoDamage } from './execution/risky-probes.ts';
import type { Random } from './execution/random-numbers.ts';
import type { GivenReason } from './reasons.ts';
import type { CompleteResponse, Evidence } from './responses/response.ts';
import { countKnown } from './rules/limits.ts';
import { findMoves } from './rules/same.ts';
import { type Run, withConnection } from './run.ts';

/** The options of a request that put it on a connection of its own. */
export interface OnConnection {
  readonly connection: SingleConnection;
}

/** The tools of the body of a case. */
export interface CaseTools<Judged extends TestableId> {
  /** Sends requests. */
  readonly api: Api;
  /** Pets of the run, and bodies for new ones. */
  readonly pets: Pets;
  /** Judges a requirement that the case declares. */
  readonly expect: Expect<Judged>;
  /** Records what the service does where the contract does not specify it. */
  readonly observe: (requirement: Judged, actual: string, responses: readonly Evidence[]) => void;
  /** Ends the case: what it has not judged yet is not verified. */
  readonly stopNotVerified: (reason: GivenReason, responses?: readonly Evidence[]) => never;
  /** Ends the case: what it has not judged yet does not apply to this run or service. */
  readonly stopNotApplicable: (reason: GivenReason, responses?: readonly Evidence[]) => never;
  /** Sends requests one after another on a connection of their own, which is closed at the end. */
  readonly onOneConnection: (body: (connection: SingleConnection) => Promise<void>) => Promise<void>;
  /**
   * Sends a request on a connection on which the service has just accepted another one, a list unless `accepted` sends another
   * one. Ends the case if the service closes every connection after a response.
   */
  readonly afterAcceptedRequest: (
    send: (onConnection: OnConnection) => Promise<CompleteResponse>,
    accepted?: (onConnection: OnConnection) => Promise<unknown>,
  ) => Promise<CompleteResponse>;
  /** Rejected bodies without a field that identifies a pet leave no pet behind. */
  readonly expectUnmarkedNotStored: (bodies: readonly UnmarkedBody[]) => Promise<void>;
  /** The reads that worked before the risky probes still work. */
  readonly expectNoDamage: () => void;
  /** Random numbers from 0 up to 1. The same seed gives a case the same numbers. */
  readonly random: Random;
  readonly run: RunView;
}

/** `afterAcceptedRequest` tries several connections, since a service may close any of them. */
export const MOST_CONNECTIONS = 3;

/** What a case can know about its run. */
interface RunView {
  readonly apiKey: string;
  /** A credential made from the configured key. Throws if the configured key does not allow it: declare it in `needs`. */
  readonly credential: (id: CredentialId) => Credential;
  /** The credential of a special token; null if the configured key is the same text. */
  readonly specialToken: (id: SpecialTokenId) => Credential | null;
  /** Whether the run is before, on or after the day on which `GET /pets/{petId}` is removed (parts 4.3 and 9 rule 3). */
  readonly phase: RemovalPhase;
  /** The pets of this run that the service has moved to another status. */
  movedPets(): ReturnType<typeof findMoves>;
  /** How often the service has locked this client out so far. */
  lockouts(): number;
  /** How many responses or connections were disturbances so far, by status or kind of failure. */
  disturbances(): Readonly<Record<string, number>>;
  /** How many pets that match a filter were known before a time (milliseconds). */
  readonly knownBefore: (at: number, status: PetStatus | undefined) => number;
}

/** The tools of one case. */
export function createTools(run: Run, scope: CaseScope): CaseTools<TestableId> {
  const { judge } = scope;
  const api = createApi(run, scope);
  const pets = createPets(run, judge);
  const context: CaseContext = { run, scope, judge, api, pets };
  return {
    api,
    pets,
    expect: createExpect(context),
    expectUnmarkedNotStored: (bodies) => expectUnmarkedNotStored(context, bodies),
    expectNoDamage: () => expectNoDamage(context),
    observe: (requirement, actual, responses) =>
      judge.observe(requirement, { expected: 'unspecified', actual, responses }),
    stopNotVerified: (...parameters) => judge.stopNotVerified(...parameters),
    stopNotApplicable: (...parameters) => judge.stopNotApplicable(...parameters),
    onOneConnection: (body) => withConnection(run, body),
    random: run.randomFor(`values of ${judge.caseId}`),
    async afterAcceptedRequest(
      send,
      accepted = async (onConnection) => api.pageOf(await api.listPets({}, onConnection)),
    ) {
      for (let attempt = 0; attempt < MOST_CONNECTIONS; attempt += 1) {
        const response = await withConnection(run, async (connection) => {
          await accepted({ connection });
          return send({ connection });
        });
        if (response.connection === 'reused') return response;
      }
      return judge.stopNotApplicable('The service closes every connection after one response.');
    },
    run: {
      apiKey: run.configuration.apiKey,
      credential(id) {
        const credential = run.credentials[id];
        if (credential === undefined)
          throw new HarnessFault(
            `The configured key allows no credential ${id}: the case ${judge.caseId} must declare it in needs.`,
          );
        return credential;
      },
      specialToken: (id) => specialCredential(id, run.configuration.apiKey),
      phase: run.phase,
      movedPets: () => findMoves(run.judgeHistory().catalogue),
      lockouts: () => run.lockouts.count(),
      disturbances: () => run.client.pacing().disturbances,
      knownBefore: (at, status) => countKnown(run.judgeHistory().catalogue)(at, status),
    },
  };
}
