/**
 * Every wait, count and size that bounds what a run sends again and what the client reads, each with its reason. Times are in
 * milliseconds, sizes in bytes or characters. docs/decisions/0020-disturbances.md says how the pacing uses them.
 */
export const BOUNDS = {
  // The wait of one disturbed request, while the service responds to others. It doubles each time.
  /** A gateway passes most requests on the next attempt. */
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
  /** After so many given-up requests in a row, a cause that waiting cures has shown itself. */
  givenUpInARow: 3,
  /** Then a request has one attempt beside others and one alone. */
  attemptsWithoutHope: 2,

  // Requests under way, and the distance between two starts.
  /** One round of the default `--concurrency` before one more request is under way. */
  responsesForOneMore: 20,
  /** Twenty pages of 100 KB; larger bodies are asked for a few at a time. */
  roomForBodies: 2 * 1024 * 1024,
  /** 250 requests in a second, more than most limits allow. */
  firstGap: 4,
  /** If no distance helps, the cause is no rate limit: a back end may be dead. */
  longestGap: 2_000,
  /** Times the distance at each limit: six limits to find a rate of 40 in a second. */
  wider: 1.5,
  /** Times the distance at each response: once found, a limit rejects one request in forty. */
  closer: 0.99,

  // Bodies that are cut short.
  /** A restart cuts bodies first and breaks connections then (our reading: within 2 s). */
  cutBodyWindow: 2_000,
  /** Ten looks in the window. */
  cutBodyCheck: 200,

  // Controlled trials.
  /** All trials take place together: these send one request in 100 ms. */
  trials: 10,
  /** A shorter restart or overload ends within the trials (our reading: over 10 s). */
  trialSeconds: 10,
  /** Five of each kind in random order come apart by chance once in 252. */
  sendsOfEach: 5,
  /** Each request of such a trial may add a pet. */
  trialsOfAdditions: 3,
  /** Waits for a process that ended during a trial. Most supervisors start it again within seconds. */
  restartWaits: [0, 500, 1_000, 2_000, 4_000, 8_000],
  /** A gateway that chooses one of four back ends by the path sends all to a dead one once in 64. */
  otherPaths: 3,

  // Lockouts.
  /** A right key that is rejected and accepted again within a second is a violation (our reading of part 5). */
  blink: 1_000,
  /** From the last time that the right key was accepted to the next one: the wait above, and the responses around it. */
  shortRejection: 2_000,
  /** A request that is rejected more often, while the list accepts the key in between, is rejected for itself. */
  sendsAfterLockouts: 10,
  /** Waits for the end of a lockout, a minute in all. The first ones are short: a run may meet many short lockouts. */
  lockoutWaits: [500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000],
  /** Between wrong keys after a lockout. A longer one prevents few lockouts and costs more than it saves. */
  wrongKeyGap: 100,
  /** After two minutes in lockouts, no wrong key is sent. */
  lockoutPatience: 120_000,

  // Further attempts at cases.
  /** In a stage, whatever time they take. Twenty time-outs are three minutes. */
  repeats: 20,
  /** More cases are repeated for so long. A service that crashes on a request may hide its other responses behind disturbances. */
  timeForRepeats: 180_000,
  /** Each repeat may take a time-out. */
  repeatsWithoutResponse: 3,
  /** Every response may violate a rule, so only the first cases that found it try it again. */
  triesOfRule: 10,

  // What the client reads of a response, beside the settings.
  /** A longer interim head is left to the parser, which has its own limit. */
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
  /** Enough to find a pet by its name; the exchange has more of a longer one. */
  nameCharacters: 1_000,
} as const;
