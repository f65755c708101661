/**
 * Every wait, count and size that bounds what a run sends again and what the client reads, each with its reason. Times are in
 * milliseconds, sizes in bytes or characters. docs/decisions/0020-disturbances.md says how the pacing uses them.
 */
export const BOUNDS = {
  // The wait of one disturbed request, while the service responds to others. It doubles each time.
  /** Behind a gateway, most requests succeed at the next attempt. */
  firstOwnWait: 100,
  /** A single longer wait would outlast most restarts. A pause without Retry-After ends here too. */
  longestOwnWait: 10_000,

  // The pause of the whole run. It doubles each time.
  /** Most restarts take longer; shorter pauses only use up attempts. */
  firstPause: 500,
  /** A 503 may ask for an hour and end in a second, and the deadline of a run is 15 minutes. */
  longestPause: 60_000,

  // How long the run waits without a response before the target counts as gone.
  /** A restart takes seconds, a rolling deployment up to half a minute. */
  outagePatience: 30_000,
  /** An address at which nothing ever responded is probably wrong; `--wait` is for services that start. */
  firstResponsePatience: 3_000,
  /** The window of a rate limit is often a minute. A 429 that asks for more than this wait is not waited for. */
  ratePatience: 120_000,
  /** A hanging target costs a time-out for each failure in a row. */
  leastFailuresInARow: 5,

  // Attempts at one request.
  /** If every other attempt is lost, seven are lost once in 128. */
  attempts: 7,
  /** Waiting cures a temporary cause before so many requests in a row are given up. */
  givenUpInARow: 3,
  /** The attempts after that: one beside other requests, and one alone. */
  attemptsIfLasting: 2,

  // Requests in flight, and the distance between two starts.
  /** One round of the default `--concurrency` before one more request is in flight. */
  responsesForOneMore: 20,
  /** Twenty pages of 100 KB. Only a few larger bodies are in flight at a time. */
  roomForBodies: 2 * 1024 * 1024,
  /** 250 requests in a second, more than most limits allow. */
  firstGap: 4,
  /** If this distance does not help, the cause is no rate limit: a back end may be dead. */
  longestGap: 2_000,
  /** The factor of the distance at each rejection: six rejections find a rate of 40 requests in a second. */
  wider: 1.5,
  /** The factor of the distance at each response: a limit that the run has found rejects one request in forty. */
  closer: 0.99,

  // Bodies that are cut short.
  /** A restart first cuts bodies and then breaks connections (our reading: within 2 s). */
  cutBodyWindow: 2_000,
  /** Ten checks in the window. */
  cutBodyCheck: 200,

  // Controlled trials.
  /** All trials take place together. So many send one request in 100 ms. */
  trials: 10,
  /** A shorter restart or overload ends within the trials (our reading: over 10 s). */
  trialSeconds: 10,
  /** Five requests of each kind, in random order, are separated by chance once in 252. */
  sendsOfEach: 5,
  /** Each request of such a trial may add a pet. Invalid bodies share their control, so one more of their trials fits. */
  trialsOfAdditions: 3,
  /** The waits if a trial ends the process of the service. Most supervisors start it again within seconds. */
  restartWaits: [0, 500, 1_000, 2_000, 4_000, 8_000],
  /** A gateway that chooses one of four back ends by the path sends all three to a dead one once in 64. */
  otherPaths: 3,

  // Lockouts.
  /** It is a violation if the right key is rejected, and accepted again within a second (our reading of part 5). */
  secondTryOfKey: 1_000,
  /** The time between two requests that accept the right key: the wait above, and the responses around it. */
  shortRejection: 2_000,
  /** If a request is rejected more often, and the list accepts the key in between, no lockout is the cause. */
  sendsAfterLockouts: 10,
  /** The waits for the end of a lockout, a minute in all. The first are short, because a run may meet many short lockouts. */
  lockoutWaits: [500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000],
  /** The distance between wrong keys after a lockout. A longer one costs more than the few lockouts that it prevents. */
  wrongKeyGap: 100,
  /** After two minutes in lockouts, no wrong key is sent. */
  lockoutPatience: 120_000,

  // Further attempts at cases.
  /** The cases that a stage repeats, whatever time they take. Twenty time-outs are three minutes. */
  repeats: 20,
  /** The time in which more cases are repeated. The disturbances of a service that crashes may hide its other responses. */
  timeForRepeats: 180_000,
  /** Each repeat may take a time-out. */
  repeatsWithoutResponse: 3,
  /** Every response may violate a rule, so only the first cases that found it try it again. */
  triesOfRule: 10,

  // What the client reads of a response, in addition to the settings.
  /** The parser reads a longer interim head, and has its own limit. */
  interimHead: 8_192,
  /** Each content coding costs another pass over the body. */
  codings: 5,
  /** The beginning of a body that is too large is enough evidence. */
  keptOfTooLarge: 65_536,

  // What evidence keeps of an exchange.
  /** The header fields with their names. */
  headerCharacters: 8_192,
  /** With this, the largest report.json stays below 20 MB (docs/robustness.md). */
  bodyCharacters: 16_384,
  /** Enough to find a pet by its name. The exchange has more of a longer name. */
  nameCharacters: 1_000,
} as const;
