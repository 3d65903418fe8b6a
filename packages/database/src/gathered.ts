/** One ask that waits for its answer. */
export type Asked<Ask, Answer> = {
  readonly ask: Ask;
  answer(answer: Answer | Promise<Answer>): void;
};

export type GatherOptions = {
  /** Asks in one batch. */
  readonly most: number;
  /** Batches on their way at the same time; one unless set. */
  readonly atOnce?: number;
};

/**
 * Sends asks in batches: one that comes alone goes at once, those that come while batches are on their way go together after them.
 * `send` answers each ask; whom it leaves without an answer when it fails gets its error.
 */
export function gathered<Ask, Answer>(
  send: (batch: readonly Asked<Ask, Answer>[]) => Promise<void>,
  { most, atOnce = 1 }: GatherOptions,
): (ask: Ask) => Promise<Answer> {
  let waiting: (Asked<Ask, Answer> & { fail(cause: unknown): void })[] = [];
  let underWay = 0;
  const sendAll = async (): Promise<void> => {
    underWay += 1;
    while (waiting.length > 0) {
      const batch = waiting.slice(0, most);
      waiting = waiting.slice(most);
      try {
        await send(batch);
      } catch (error) {
        for (const asked of batch) asked.fail(error);
      }
    }
    underWay -= 1;
  };
  return async (ask) => {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    waiting.push({ ask, answer: resolve, fail: reject });
    if (underWay < atOnce) void sendAll();
    return promise;
  };
}
