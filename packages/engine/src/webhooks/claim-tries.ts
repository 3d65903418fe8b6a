import { isFault, WEBHOOK_LIMITS } from "@cadre/shared";
import type { EngineDeps } from "../engine-deps.ts";
import { signedHeaders } from "./sign-delivery.ts";

/** One try to make: where, with what, and its number, which settles it. */
export type WebhookTry = {
  readonly deliveryId: string;
  readonly organizationId: string;
  readonly webhookId: string;
  readonly number: number;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Why it cannot be signed, and so must not be sent. */
  readonly trouble: string | undefined;
};

type ClaimedRow = {
  readonly id: string;
  readonly organizationId: string;
  readonly webhookId: string;
  readonly attempts: number;
  readonly eventId: string;
  readonly body: string;
  readonly url: string;
  readonly secretSealed: string;
  readonly previousSecretSealed: string | null;
  readonly isPreviousValid: boolean | null;
  readonly now: Date;
};

/** How many tries to each webhook are under way here. */
export type UnderWay = ReadonlyMap<string, number>;

/**
 * Takes due deliveries, at most `limit` and of each webhook only what its share leaves. Until it is settled nobody else takes a try; one whose worker
 * died is taken again after its time, so a receiver may get a message twice and never loses one.
 */
export async function claimTries(
  deps: Pick<EngineDeps, "database" | "secrets">,
  ask: { readonly limit: number; readonly underWay: UnderWay },
): Promise<WebhookTry[]> {
  const rows = await deps.database.query<ClaimedRow>(
    `with due as (
       select d.id from webhooks w
       left join unnest($1::text[], $2::int[]) as busy (id, tries) on busy.id = w.id
       cross join lateral (
         select id from webhook_deliveries
         where webhook_id = w.id and status = 'queued' and next_attempt_at <= cadre_now()
         order by next_attempt_at limit greatest(0, $3::int - coalesce(busy.tries, 0)) for update skip locked) d
       where w.disabled_at is null limit $4)
     update webhook_deliveries d set attempts = d.attempts + 1,
       next_attempt_at = cadre_now() + make_interval(secs => $5::int / 1000.0)
     from due, webhooks w where d.id = due.id and w.id = d.webhook_id
     returning d.id, d.organization_id, d.webhook_id, d.attempts, d.event_id, d.body, w.url, w.secret_sealed, w.previous_secret_sealed,
       w.previous_secret_until > cadre_now() as is_previous_valid, cadre_now() as now`,
    [
      [...ask.underWay.keys()],
      [...ask.underWay.values()],
      WEBHOOK_LIMITS.triesAtOncePerWebhook,
      ask.limit,
      WEBHOOK_LIMITS.claimMs,
    ],
  );
  return rows.map((row) => tryOf(deps, row));
}

function tryOf({ secrets }: Pick<EngineDeps, "secrets">, row: ClaimedRow): WebhookTry {
  return {
    ...signed(secrets, row),
    deliveryId: row.id,
    organizationId: row.organizationId,
    webhookId: row.webhookId,
    number: row.attempts,
    url: row.url,
    body: row.body,
  };
}

/** A secret that does not open is the trouble of its own webhook and of no other. */
function signed(secrets: EngineDeps["secrets"], row: ClaimedRow): Pick<WebhookTry, "headers" | "trouble"> {
  const sealed = [row.secretSealed, ...(row.isPreviousValid === true ? [row.previousSecretSealed ?? ""] : [])];
  const parts = { id: row.eventId, seconds: Math.floor(row.now.getTime() / 1_000), body: row.body };
  try {
    const opened = sealed.map((secret) => secrets.open(secret, row.webhookId));
    return { headers: signedHeaders(parts, opened), trouble: undefined };
  } catch (error) {
    if (!isFault(error)) throw error;
    return { headers: {}, trouble: error.message };
  }
}
