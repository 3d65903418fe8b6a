import type { Tool } from "@cadre/tool-selector";
import type { EngineToolContext } from "./engine-tool-context.ts";

/** Every tool of the engine's features. Adding one is its file and one line here. */
export const ENGINE_TOOLS: readonly Tool<EngineToolContext>[] = [];
