export { compose, type ComposeOptions, type Composition } from "./compose.ts";
export { type CounterStore, openCounterStore } from "./counter-store.ts";
export { type DoorbellLink, type HintHandlers, type LinkOptions, type Listening } from "./doorbells/doorbell-link.ts";
export { createPostgresDoorbell } from "./doorbells/postgres-doorbell.ts";
export { createRedisDoorbell } from "./doorbells/redis-doorbell.ts";
export {
  BODY_LIMIT_BYTES,
  databaseEnv,
  executorEnv,
  homeEnv,
  listenEnv,
  llmSettingsEnv,
  logEnv,
  mailEnv,
  monitorEnv,
  readEnv,
  redisEnv,
  webhookEnv,
} from "./env-fragments.ts";
export { createRunStream, type RunCursor, type RunStream, type RunWatcher } from "./events/run-stream.ts";
export { createEventHub, type EventHub } from "./events/event-hub.ts";
export { type StreamClient } from "./events/seat.ts";
export { type WireFrame, wireFrame } from "./events/wire-frame.ts";
export { pause, whileLeader } from "./leader.ts";
export { createMailer, type Mail, type Mailer } from "./mail/mailer.ts";
export { createLogger, type Logger } from "./logging.ts";
export { createMetrics } from "./metrics.ts";
export { startMonitorServer } from "./monitor-server.ts";
export { createRelay, type Relay, relayOnce } from "./relay/relay.ts";
export { type RunningServer, stopWithSignals } from "./stop-with-signals.ts";
export { readyLine } from "./ready-line.ts";
export { createWebhookSender, type WebhookSender } from "./webhooks/webhook-sender.ts";
