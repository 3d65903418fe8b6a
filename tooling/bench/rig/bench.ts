import { isRedisThere, type OwnRedis, startRedis } from "./redis.ts";
import { type BenchPostgres, startPostgres } from "./postgres.ts";

/** What benchmarks are given: services that are started when first asked for, and ended with the run. */
export type Bench = {
  readonly rounds: number;
  /** A Postgres as durable as the product's, with a migrated template to copy. */
  postgres(): Promise<BenchPostgres>;
  /** A Redis of our own that may be flushed, or the one of `CADRE_TEST_REDIS_URL`. */
  redisUrl(): Promise<string>;
  /** Removed at the end of the benchmark, last first. */
  defer(cleanUp: () => unknown): void;
  tell(line: string): void;
};

export type BenchServices = {
  /** Runs work with a bench whose deferred clean-ups are done afterwards, whatever happens. */
  use<T>(work: (bench: Bench) => Promise<T>): Promise<T>;
  end(): Promise<void>;
};

export function benchServices(options: { readonly rounds: number; tell(line: string): void }): BenchServices {
  let postgres: Promise<BenchPostgres> | undefined;
  let redis: Promise<OwnRedis> | undefined;
  const given = process.env.CADRE_TEST_REDIS_URL ?? "";
  return {
    async use(work) {
      const cleanUp = new AsyncDisposableStack();
      try {
        return await work({
          ...options,
          postgres: () => (postgres ??= startPostgres()),
          redisUrl: async () => (isRedisThere() ? (await (redis ??= startRedis())).url : given),
          defer: (end) => cleanUp.defer(async () => void (await end())),
        });
      } finally {
        await cleanUp.disposeAsync();
      }
    },
    async end() {
      await (await redis)?.stop();
      await (await postgres)?.stop();
    },
  };
}
