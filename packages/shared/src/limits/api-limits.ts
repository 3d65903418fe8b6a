/** The edge: sizes, pages, retention. Source: decisions, "Retention". */
export const API_LIMITS = {
  bodyBytes: 1_048_576,
  /** A longer body is read only once it is known who sends it. */
  bodySmallBytes: 65_536,
  /** So much of a larger body, for so long, is read and thrown away, so that its sender sees the answer. */
  bodyDrainBytes: 33_554_432,
  bodyDrainMs: 10_000,
  /** Levels of nesting in a body. */
  bodyDepth: 64,
  listPageSize: 50,
  listPageMax: 200,
  /** The largest number that a row can have: an int4 of the database. */
  rowNumberMax: 2_147_483_647,
  nameChars: 200,
  textChars: 100_000,
  reasonChars: 500,
  sentenceChars: 500,
  /** Of a remark on an agent's work. */
  feedbackChars: 2_000,
  urlChars: 2_000,
  /** Of a model provider; the longest known are a third of it. */
  providerKeyChars: 500,
  /** Shorter keys show nothing of themselves. */
  providerKeyShownFromChars: 16,
  providerKeyShownChars: 4,
  providersPerOrganization: 20,
  idempotencyKeyChars: 255,
  idempotencyTtlMs: 86_400_000,
  outboxRetentionMs: 604_800_000,
  deltaRetentionMs: 3_600_000,
  relayBatch: 500,
  /** Without a ring the relay looks by itself: after so long while events come, then ever more seldom, down to once in `relayQuietMs`. */
  relayIdleMs: 200,
  relayQuietMs: 1_000,
  relayPaceMs: 20,
  setupTokenBytes: 32,
  apiKeyBytes: 32,
  apiKeyShownChars: 12,
  /** A key's last use is noted at most this often. */
  apiKeyUseNotedMs: 60_000,
  /** Keys that one statement looks up at most. */
  keyLookUpsAtOnce: 200,
  passwordMinChars: 10,
  passwordMaxChars: 200,
  emailChars: 320,
  userAgentChars: 300,
  /** Secrets of sign-ins, invitations and sign-in links. */
  tokenBytes: 32,
  /** A sign-in ends this long after it was used last, */
  signInIdleMs: 1_209_600_000,
  /** and this long after it began, however busy it was. */
  signInMaxMs: 7_776_000_000,
  /** A sign-in's last use is noted at most this often. */
  signInSeenNotedMs: 60_000,
  /** How long one that is over is remembered. */
  signInKeptMs: 7_776_000_000,
  signInLinkTtlMs: 3_600_000,
  invitationDaysDefault: 7,
  invitationDaysMax: 30,
  rateWindowMs: 60_000,
  /** After so long without an answer of Redis a process counts by itself: no request waits for a count. */
  rateStoreTimeoutMs: 100,
  /** Of one key or sign-in, or of one address without either. */
  requestsPerMinute: 6_000,
  signInWindowMs: 900_000,
  /** Failed attempts of one account from one address, */
  signInAttemptsPerPair: 10,
  /** from one address whatever the account, */
  signInAttemptsPerAddress: 60,
  /** and of one account from anywhere. */
  signInAttemptsPerAccount: 100,
  /** How often an open event stream looks whether its reader may still read. */
  eventStreamAccessMs: 15_000,
  eventStreamPingMs: 15_000,
  /** A client whose socket buffers more is too slow: it is cut off and comes back with its last id. */
  eventStreamBufferBytes: 4_194_304,
  /** How often what models write is read, while somebody watches; and the most pieces that one watcher gets at once. */
  runStreamReadMs: 100,
  runStreamPieces: 500,
  /** How much of an entry's text a list of a session's history shows. */
  historyHeadChars: 160,
  beatDaysMax: 90,
  beatDaysDefault: 7,
  schedulePreviewMax: 20,
  schedulePreviewDefault: 3,
  /** How long a mail server may take with one mail: a request, and perhaps its transaction, waits for it. And what is shown of its refusal. */
  mailTimeoutMs: 5_000,
  mailProblemChars: 300,
  /** Requests under way get this long to end when the server stops. */
  stopGraceMs: 2_000,
} as const;
