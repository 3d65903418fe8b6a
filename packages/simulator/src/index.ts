export {
  type OfferedTool,
  type Policy,
  type PolicyBlock,
  type PolicyReply,
  type PolicyRequest,
  type TranscriptTurn,
} from "./policy.ts";
export {
  createProviderSimulator,
  type ProviderSimulator,
  type ProviderSimulatorOptions,
} from "./provider/provider-simulator.ts";
export {
  type FaultEffect,
  type FaultKind,
  FaultPlan,
  type FaultScope,
  type PlannedFault,
} from "./provider/fault-plan.ts";
export {
  type CacheBlock,
  type CacheLifetime,
  type CacheRequest,
  type CacheUse,
  PrefixCache,
} from "./provider/prefix-cache.ts";
export { promptBlocks } from "./provider/prompt-blocks.ts";
export { readMessagesRequest } from "./provider/request-reader.ts";
export { type LoggedRequest, RequestLog } from "./provider/request-log.ts";
export {
  SIMULATED_MODELS,
  SIMULATED_WORKER_MODEL,
  type SimulatedModel,
  type ThinkingType,
} from "./provider/simulated-models.ts";
export { estimateTokens } from "./provider/token-estimate.ts";
export { simulatedWorker } from "./worker/simulated-worker.ts";
