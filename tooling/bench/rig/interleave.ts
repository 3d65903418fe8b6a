/** What each side gave in each round. */
export type Rounds<Name extends string, Value> = Readonly<Record<Name, readonly Value[]>>;

/** Warms every side up once, then lets the sides take turns, round by round, so that a busy moment meets all of them. */
export async function interleave<Name extends string, Value>(
  rounds: number,
  sides: Readonly<Record<Name, () => Promise<Value>>>,
  options: { readonly afterWarmUp?: () => Promise<unknown> } = {},
): Promise<Rounds<Name, Value>> {
  const names = Object.keys(sides) as Name[];
  const results = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, Value[]>;
  for (const name of names) await sides[name]();
  await options.afterWarmUp?.();
  for (let round = 0; round < rounds; round += 1) {
    // Every second round goes the other way, so that no side always follows the same one.
    for (const name of round % 2 === 0 ? names : names.toReversed()) results[name].push(await sides[name]());
  }
  return results;
}

/** Runs `total` pieces of work, `clients` at a time. Answers the pieces done in a second. */
export async function ratePerSecond(
  total: number,
  clients: number,
  work: (nth: number) => Promise<unknown>,
): Promise<number> {
  let next = 0;
  const begun = performance.now();
  const client = async (): Promise<void> => {
    for (let nth = next++; nth < total; nth = next++) await work(nth);
  };
  await Promise.all(Array.from({ length: clients }, client));
  return total / ((performance.now() - begun) / 1_000);
}

/** The CPU time that this process spends on some work, in microseconds. */
export async function cpuMicros(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}
