import type { Endpoint } from "./http/define-endpoint.ts";
import { streamEvents } from "./http/events.ts";

/** Every endpoint. The OpenAPI document, the client and the tenant walk are made from this list. */
export const ENDPOINTS: readonly Endpoint[] = [streamEvents];
