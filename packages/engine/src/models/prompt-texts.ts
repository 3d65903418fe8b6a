import { type Database, rowsStatement } from "@cadre/database";
import type { PromptText } from "@cadre/core";
import { PROMPT_LIMITS, storableText } from "@cadre/shared";

/** Keeps the texts that receipts name, each once in an organization. */
export type PromptTexts = {
  /** Returns when the texts can be read. Never rejects: a text that was lost is kept with the next call that has it. */
  keep(organizationId: string, texts: readonly PromptText[]): Promise<void>;
};

const KEEP = rowsStatement(
  { organizationId: "text", hash: "text", text: "text" },
  `kept as (
    insert into prompt_texts (organization_id, hash, text) select organization_id, hash, text from asked on conflict do nothing
  )
  select nth from asked where false`,
);

/**
 * Most texts of a call were those of the call before it: what this process has kept is remembered, so that a call writes only what is new,
 * in the commit of others. `onLost` hears of a text that could not be written.
 */
export function createPromptTexts(database: Pick<Database, "write">, onLost: (error: unknown) => void): PromptTexts {
  const known = new Set<string>();
  const remember = (key: string): void => {
    const [oldest] = known;
    if (known.size >= PROMPT_LIMITS.rememberedTexts && oldest !== undefined) known.delete(oldest);
    known.add(key);
  };
  return {
    async keep(organizationId, texts) {
      const fresh = texts
        .map(({ hash, text }) => ({ key: `${organizationId} ${hash}`, hash, text }))
        .filter(({ key }) => !known.has(key));
      const write = async ({ key, hash, text }: (typeof fresh)[number]): Promise<void> => {
        await database.write(hash, KEEP, { organizationId, hash, text: storableText(text) });
        remember(key);
      };
      const written = await Promise.allSettled(fresh.map(write));
      for (const result of written) if (result.status === "rejected") onLost(result.reason);
    },
  };
}
