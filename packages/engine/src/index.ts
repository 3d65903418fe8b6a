export { type BlobStore, createBlobStore } from "./blobs/blob-store.ts";
export { type Doorbell, type EngineDeps } from "./engine-deps.ts";
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
