export { type CallRecord, detectLoop, type LoopVerdict } from "./loop-detector.ts";
export { type NoteTexts, runStep, type StepSetup } from "./run-step.ts";
export { defineScenario, type Scenario, type TurnEnd } from "./scenarios/define-scenario.ts";
export { scenarioOf, SCENARIOS } from "./scenarios/scenarios.ts";
export type { CompactionPorts, ModelAnswer } from "./compaction-ports.ts";
export {
  type ApprovalAsk,
  type CallDecision,
  type CallPlan,
  type JournalCall,
  type StepEnd,
  type StepPorts,
} from "./step-ports.ts";
export { type OpenReply, readTurnLog, type TurnLog } from "./turn-log.ts";
