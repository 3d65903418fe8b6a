import type { AuditFilter } from "../../api/queries/history.ts";
import type { SearchWords } from "../../shell/use-search-words.ts";

/** What the words of the address narrow the audit to. Days are whole days of whoever looks; a day that is none is left out. */
export function auditFilterOf(words: SearchWords): AuditFilter {
  const given = {
    actorId: words["actor"],
    credentialId: words["credential"],
    action: words["action"],
    entityId: words["entity"]?.trim().slice(0, 200),
    from: startOfDay(words["from"], 0),
    until: startOfDay(words["until"], 1),
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined && value !== ""));
}

/** The moment at which a day begins, or the day so many days after it. */
function startOfDay(day: string | undefined, later: number): string | undefined {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day ?? "") ?? [];
  if (year === undefined || month === undefined || date === undefined) return undefined;
  const start = new Date(Number(year), Number(month) - 1, Number(date) + later);
  return Number.isNaN(start.getTime()) ? undefined : start.toISOString();
}
