/** Telling other systems of events. The signature is that of Standard Webhooks. */
export const WEBHOOK_LIMITS = {
  urlChars: 2_000,
  descriptionChars: 500,
  perOrganization: 50,
  eventTypesPerWebhook: 100,
  secretBytes: 32,
  /** How long the secret before still signs after a rotation. */
  previousSecretMs: 86_400_000,
  /** Waiting time after each failed try: together most of a day. After the last one the delivery has failed. */
  retryDelaysMs: [5_000, 60_000, 300_000, 1_800_000, 7_200_000, 18_000_000, 36_000_000],
  /** A retry comes up to so much later, in per cent of its delay, so that those of one outage do not come together. */
  retryJitterPercent: 20,
  /** A receiver that asks for more time with Retry-After gets at most this. */
  retryAfterMaxMs: 86_400_000,
  /** From the look-up of the name to the end of the answer. */
  tryMs: 15_000,
  /** A try that has not been settled by then is taken up again: its worker is gone. */
  claimMs: 60_000,
  responseBytesRead: 65_536,
  responseCharsKept: 2_000,
  /** Of a larger event only its ids are sent. */
  bodyBytes: 262_144,
  /** Events looked at in one pass. */
  eventBatch: 500,
  triesAtOnce: 16,
  /** One slow receiver never takes all places. */
  triesAtOncePerWebhook: 4,
  passMs: 1_000,
  /** While no webhook listens; an event wakes the sender before. */
  idlePassMs: 10_000,
  replaysAtOnce: 1_000,
  /** Ended deliveries are kept this long. */
  deliveryRetentionMs: 2_592_000_000,
} as const;
