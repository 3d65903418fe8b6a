/** One ask that waits for its answer. */
export type Asked<Ask, Answer> = {
  readonly ask: Ask;
  answer(answer: Answer | Promise<Answer>): void;
};

/**
 * Sends asks in batches: one that comes alone goes at once, those that come while a batch is on its way go together after it, at most
 * `most` of them. `send` answers each ask; whom it leaves without an answer when it fails gets its error.
 */
export function gathered<Ask, Answer>(
  send: (batch: readonly Asked<Ask, Answer>[]) => Promise<void>,
  most: number,
): (ask: Ask) => Promise<Answer> {
  let waiting: (Asked<Ask, Answer> & { fail(cause: unknown): void })[] = [];
  let isSending = false;
  const sendAll = async (): Promise<void> => {
    isSending = true;
    while (waiting.length > 0) {
      const batch = waiting.slice(0, most);
      waiting = waiting.slice(most);
      try {
        await send(batch);
      } catch (error) {
        for (const asked of batch) asked.fail(error);
      }
    }
    isSending = false;
  };
  return async (ask) => {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    waiting.push({ ask, answer: resolve, fail: reject });
    if (!isSending) void sendAll();
    return promise;
  };
}
