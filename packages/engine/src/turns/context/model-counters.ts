import {
  calibratedCounter,
  calibrationOf,
  encodingOf,
  loadExactCounter,
  type StoredTokens,
  type TokenCounter,
  type UsageReport,
} from "@cadre/core";
import type { ModelRef } from "@cadre/domain";
import { COMPACTION_LIMITS, MODEL_LIMITS } from "@cadre/shared";
import type { Counting } from "../../context-work.ts";
import { countedChars, countEntries, STORED_ENCODING } from "../../count-entry.ts";
import type { EngineDeps } from "../../engine-deps.ts";
import type { StoredEntry } from "../../sessions/load-session.ts";

/** How the tokens of one model are counted. */
export type ModelCounter = {
  readonly counting: Counting;
  readonly count: TokenCounter;
  /** The vocabulary alone, before what replies reported. */
  readonly base: TokenCounter;
  /** What `count` makes of a count of `base`; undefined before enough replies were seen. 1: the counts are exact. */
  readonly ratio: number | undefined;
  /** Counts that stand with the entries, in tokens of this model; what has none is counted now, once for this process. */
  storedTokens(entries: readonly StoredEntry[]): Promise<StoredTokens>;
};

export type ModelCounters = {
  /** The counter of a model as an organization's replies have calibrated it. */
  of(organizationId: string, model: ModelRef): Promise<ModelCounter>;
  /** Hears of a reply: what was counted of its prompt, and what the provider says it was. */
  report(organizationId: string, model: ModelRef, report: UsageReport): void;
};

/**
 * Counters of models: exact where the vocabulary is published, else calibrated by the newest replies of the organization. What is known of
 * a model is read once for the process and kept up to date by its own replies.
 */
export function createModelCounters(deps: Pick<EngineDeps, "database">): ModelCounters {
  const known = new Map<string, Promise<UsageReport[]>>();
  const used = new Map<string, ModelCounter>();
  const keyOf = (organizationId: string, { provider, model }: ModelRef): string =>
    `${organizationId} ${provider} ${model}`;

  const reportsOf = (organizationId: string, model: ModelRef): Promise<UsageReport[]> => {
    const key = keyOf(organizationId, model);
    const found = known.get(key) ?? readReports(deps, organizationId, model);
    known.set(key, found);
    found.catch(() => known.delete(key));
    return found;
  };

  const remember = (key: string, counter: ModelCounter): ModelCounter => {
    used.set(key, counter);
    return counter;
  };

  return {
    async of(organizationId, model) {
      const key = keyOf(organizationId, model);
      const before = used.get(key);
      const encoding = encodingOf(model.model);
      if (encoding !== undefined) return before ?? remember(key, await exactCounter({ encoding }));
      const reports = await reportsOf(organizationId, model);
      if (before !== undefined && isAbout(before.ratio, calibrationOf(reports))) return before;
      return remember(key, await calibrated({ encoding: STORED_ENCODING, reports: [...reports] }));
    },
    report(organizationId, model, report) {
      const found = known.get(keyOf(organizationId, model));
      void found?.then((reports) => {
        reports.push(report);
        if (reports.length > COMPACTION_LIMITS.calibrationReports) reports.shift();
      });
    },
  };
}

/** A counter stays the same while what replies say hardly changes: what was made with it is not made anew. */
function isAbout(one: number | undefined, other: number | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  return Math.abs(one - other) <= one * COMPACTION_LIMITS.calibrationTolerance;
}

/** The newest replies of a model, oldest first, looked for among the newest calls of the organization. */
async function readReports(
  { database }: Pick<EngineDeps, "database">,
  organizationId: string,
  { provider, model }: ModelRef,
): Promise<UsageReport[]> {
  const rows = await database.query<UsageReport>(
    `select counted_tokens, input_tokens + cache_read_tokens + cache_write_tokens + cache_write_hour_tokens as reported_tokens
     from (select * from model_calls where organization_id = $1 order by started_at desc limit $4) newest
     where provider = $2 and model = $3 and status = 'done' and counted_tokens is not null
     order by started_at desc limit $5`,
    [organizationId, provider, model, COMPACTION_LIMITS.calibrationCallsSearched, COMPACTION_LIMITS.calibrationReports],
  );
  return rows.toReversed();
}

async function exactCounter(counting: Counting): Promise<ModelCounter> {
  const count = await loadExactCounter(counting.encoding);
  const stored = counting.encoding === STORED_ENCODING ? storedBase : async (): Promise<StoredTokens> => new Map();
  return {
    counting,
    count,
    base: count,
    ratio: 1,
    storedTokens: (entries) => stored(entries),
  };
}

async function calibrated(counting: Counting & { readonly reports: readonly UsageReport[] }): Promise<ModelCounter> {
  const base = await loadExactCounter(counting.encoding);
  const ratio = calibrationOf(counting.reports);
  return {
    counting,
    count: calibratedCounter(counting.reports, base),
    base,
    ratio,
    storedTokens: (entries) =>
      storedBase(entries, ({ payload }, tokens) => {
        if (ratio !== undefined) return Math.ceil(tokens * ratio);
        return Math.max(tokens, Math.ceil(countedChars(payload) / MODEL_LIMITS.charsPerTokenFallback));
      }),
  };
}

/** Counts of entries that were written without one. The log is append-only, so they are remembered here. */
const countedLate = new WeakMap<StoredEntry, number>();

/** What stands with entries, as `told` makes it of the vocabulary's count. */
async function storedBase(
  entries: readonly StoredEntry[],
  told: (entry: StoredEntry, tokens: number) => number = (_entry, tokens) => tokens,
): Promise<StoredTokens> {
  const uncounted = entries.filter((entry) => {
    return entry.tokens === undefined && !countedLate.has(entry) && countedChars(entry.payload) > 0;
  });
  if (uncounted.length > 0) {
    const counts = await countEntries(uncounted.map(({ payload }) => payload));
    for (const [at, entry] of uncounted.entries()) {
      const tokens = counts[at];
      if (tokens !== undefined) countedLate.set(entry, tokens);
    }
  }
  const stored = new Map<string, number>();
  for (const entry of entries) {
    const tokens = entry.tokens ?? countedLate.get(entry);
    if (tokens !== undefined) stored.set(entry.id, told(entry, tokens));
  }
  return stored;
}
