import { MODEL_LIMITS } from "@cadre/shared";

const DECIMAL = /^\d+(?:\.\d+)?$/;
/** Every HTTP-date form begins with the name of a day, so a bare number can never be taken for a year. */
const HTTP_DATE = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? /;

/**
 * The wait a provider asks for, in milliseconds from `now`: `retry-after-ms`, else `retry-after` in seconds or as an
 * HTTP-date. A date in the past is no wait; anything else is undefined. Sources: RFC 9110 10.2.3 and the vendors' SDKs.
 */
export function retryAfterMs(headers: Headers | undefined, now: Date): number | undefined {
  const milliseconds = headers?.get("retry-after-ms")?.trim() ?? "";
  if (DECIMAL.test(milliseconds)) return capped(Number(milliseconds));
  const value = headers?.get("retry-after")?.trim() ?? "";
  if (DECIMAL.test(value)) return capped(Number(value) * 1_000);
  if (!HTTP_DATE.test(value)) return undefined;
  const at = Date.parse(value);
  return Number.isNaN(at) ? undefined : capped(Math.max(0, at - now.getTime()));
}

function capped(ms: number): number {
  return Math.min(Math.ceil(ms), MODEL_LIMITS.retryAfterMaxMs);
}
