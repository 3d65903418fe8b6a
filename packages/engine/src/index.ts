export { type BlobStore, createBlobStore } from "./blobs/blob-store.ts";
export { type Doorbell, type EngineDeps } from "./engine-deps.ts";
export { type IdempotentRequest } from "./idempotency/stored-response.ts";
export { purgeIdempotencyKeys } from "./idempotency/purge-keys.ts";
export { type OnceCaller, transactOnce } from "./idempotency/transact-once.ts";
export { bindTransaction, transact } from "./open-transaction.ts";
export {
  type ApprovalRequest,
  type ApprovalWrites,
  type MailboxWrites,
  type NotificationInput,
  type NotificationWrites,
  type OpenWait,
  type PostedItem,
  type QueueRun,
  type RunTrouble,
  type RunWrites,
  type SessionWrites,
  type TaskSummary,
  type TaskWrites,
  type Transaction,
} from "./transaction.ts";
