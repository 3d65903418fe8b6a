import { unknownPattern } from "@cadre/domain";
import { Fault } from "@cadre/shared";
import type { EngineDeps } from "../engine-deps.ts";
import { addressIn, isAllowedHost, isPublicAddress } from "../public-address.ts";

const LOCAL_NAMES = /(^|\.)(localhost|local|internal)$/;

/**
 * Refuses what can never be delivered, when it is asked for. The address that a name has is looked at when it is called, each time:
 * it can change. Faults: `webhook.private-address`, `webhook.unknown-event`.
 */
export function checkWebhook(
  deps: Pick<EngineDeps, "privateHosts">,
  wanted: { readonly url?: string | undefined; readonly eventTypes?: readonly string[] | undefined },
): void {
  const unknown = unknownPattern(wanted.eventTypes ?? []);
  if (unknown !== undefined) {
    throw new Fault("invalid", "webhook.unknown-event", {
      message: `No event is covered by "${unknown}", so nothing would ever be sent. GET /api/v1/event-types lists them.`,
      field: "eventTypes",
    });
  }
  if (wanted.url === undefined) return;
  const url = new URL(wanted.url);
  if (isAllowedHost(url, deps.privateHosts)) return;
  const address = addressIn(url);
  const isPrivate = address === undefined ? LOCAL_NAMES.test(url.hostname) : !isPublicAddress(address);
  if (!isPrivate) return;
  throw new Fault("invalid", "webhook.private-address", {
    message: `${url.host} is not on the public internet, and webhooks may not reach into private networks. Give a public address, or have the operator name the host in CADRE_WEBHOOK_PRIVATE_HOSTS.`,
    field: "url",
  });
}
