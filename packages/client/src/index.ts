import type * as schemas from "./generated/schemas.ts";

export {
  type CallOptions,
  type Client,
  createClient,
  type Input,
  type Item,
  type ListId,
  type OperationId,
  type Output,
} from "./create-client.ts";
export { type EventItem, type EventOptions, type RunItem, type StreamOptions } from "./event-stream.ts";
export { OPERATIONS, type Operations } from "./generated/operations.ts";
export { ProblemError } from "./problem-error.ts";
export { type ClientOptions } from "./transport.ts";
export { type ReceivedMessage, verifyWebhook, type WebhookMessage } from "./verify-webhook.ts";
/** Every named schema of the OpenAPI document. */
export type { schemas };
