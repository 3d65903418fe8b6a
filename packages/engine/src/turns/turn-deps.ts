import type { EnvironmentFacts } from "@cadre/core";
import type { Catalogue, Router, RouteTarget } from "@cadre/llm-router";
import type { Sandbox, ToolRegistry } from "@cadre/tool-selector";
import type { EngineDeps } from "../engine-deps.ts";
import type { EngineToolContext } from "../engine-tool-context.ts";
import type { SpendAccount } from "../models/spend-account.ts";
import type { DeltaWriter } from "../models/delta-writer.ts";
import type { CompactionSettings } from "./context/compaction-policy.ts";
import type { FlushMemory } from "./context/flush-memory.ts";

/** What an executor adds to the engine to do agent work: models, tools and the place where tools run. */
export type TurnDeps = EngineDeps & {
  readonly router: Router<SpendAccount>;
  /** Models to try for an agent's main calls, in order of preference. */
  readonly targetsOf: (agentId: string) => Promise<readonly RouteTarget[]>;
  readonly tools: ToolRegistry<EngineToolContext>;
  readonly sandbox: Sandbox;
  readonly environment: EnvironmentFacts;
  /** Pieces of a reply or of a tool's output as they arrive, for people who watch. */
  readonly deltas: Pick<DeltaWriter, "write">;
  /** Unset: the models the product knows. */
  readonly catalogue?: Catalogue;
  /** When sessions are compacted, whatever agents' settings say. */
  readonly compaction?: CompactionSettings;
  /** What is written down before a compaction. Unset: the agent's daily log. */
  readonly flushMemory?: FlushMemory;
  /** Hears of anything thrown by a tool that is not a Fault. */
  readonly onBug: (error: unknown, where: string) => void;
};
