import type { ToolCategory, ToolSpec } from "@cadre/domain";
import { canonicalJson, type JsonObject, type Now } from "@cadre/shared";
import { z } from "zod";

import type { PathRoots } from "./path-roots.ts";
import type { Sandbox, SandboxKind } from "./sandbox/sandbox.ts";
import type { ToolResult } from "./tool-result.ts";

/** "read" may be repeated after a crash; "write" changes what we own; "external" changes something outside. */
export const TOOL_EFFECTS = ["read", "write", "external"] as const;
export type ToolEffect = (typeof TOOL_EFFECTS)[number];

/** What a person must decide before the call runs. The approval is bound to `exactText` (I13). */
export type ApprovalNeed = {
  /** The exact action, such as the command line. A standing approval matches it character by character. */
  readonly exactText: string;
  /** One sentence for the person: why it is asked. */
  readonly reason: string;
};

export type ApprovalContext = {
  readonly sandbox: { readonly kind: SandboxKind };
  /** True when a standing approval of the project names this tool and exactly this text. */
  readonly isStandingApproved: (tool: string, exactText: string) => boolean;
};

/** What every tool gets. Engine tools ask for more by `defineTool<ToolContext & EngineToolContext>()`. */
export type ToolContext = ApprovalContext & {
  readonly signal: AbortSignal;
  /** The call's key in the journal: the idempotency key of an idempotent tool. */
  readonly callKey: string;
  readonly roots: PathRoots;
  readonly sandbox: Sandbox;
  readonly now: Now;
  readonly agentId: string;
  /** Author of the agent's commits; the id when unset. */
  readonly agentName?: string | undefined;
  readonly taskId?: string | undefined;
  /** The text a person approved for this very call. */
  readonly approvedText?: string | undefined;
  /** Live output, in pieces. */
  readonly onOutput?: ((text: string) => void) | undefined;
  /** Hears of anything thrown that is not a Fault: the edge logs it. */
  readonly onBug?: ((error: unknown, tool: string) => void) | undefined;
};

export type ToolDefinition<Args, Context extends ToolContext = ToolContext> = {
  /** snake_case, at most 64 characters. */
  readonly name: string;
  readonly category: ToolCategory;
  readonly description: string;
  /** An object schema; strict ones report a misspelt parameter. The JSON Schema for the model is derived from it. */
  readonly parameters: z.ZodType<Args>;
  readonly effect: ToolEffect;
  /** The tool accepts `callKey` as idempotency key: an interrupted call may run again. */
  readonly isIdempotent?: boolean;
  /** Set when a person must decide first. Must be pure; standing approvals are matched by the caller. */
  readonly approval?: (args: Args, context: ApprovalContext) => ApprovalNeed | undefined;
  readonly run: (args: Args, context: Context) => Promise<ToolResult>;
};

export type ParsedCall<Context extends ToolContext> =
  | {
      readonly isValid: true;
      readonly approval: (context: ApprovalContext) => ApprovalNeed | undefined;
      readonly run: (context: Context) => Promise<ToolResult>;
    }
  | { readonly isValid: false; readonly issues: readonly z.core.$ZodIssue[] };

/** A tool as the registry holds it: its argument type stays inside `parse`. */
export type Tool<Context extends ToolContext = ToolContext> = {
  readonly name: string;
  readonly category: ToolCategory;
  readonly effect: ToolEffect;
  readonly isIdempotent: boolean;
  readonly spec: ToolSpec;
  readonly parse: (args: unknown) => ParsedCall<Context>;
};

const TOOL_NAME = /^[a-z][a-z0-9_]{0,63}$/;

/** Defines a tool over the context it needs: `defineTool<Context>()({ … })`. */
export function defineTool<Context extends ToolContext = ToolContext>() {
  return <Args>(definition: ToolDefinition<Args, Context>): Tool<Context> => {
    const { name, category, effect, parameters } = definition;
    if (!TOOL_NAME.test(name)) throw new Error(`Tool name ${name} must be snake_case of at most 64 characters.`);
    return {
      name,
      category,
      effect,
      isIdempotent: definition.isIdempotent ?? false,
      spec: { name, description: definition.description, parameters: parameterSchema(name, parameters) },
      parse: (args) => {
        const parsed = parameters.safeParse(args);
        if (!parsed.success) return { isValid: false, issues: parsed.error.issues };
        return {
          isValid: true,
          approval: (context) => definition.approval?.(parsed.data, context),
          run: (context) => definition.run(parsed.data, context),
        };
      },
    };
  };
}

/** JSON Schema with one byte form per schema: keys in canonical order, no `$schema` line. */
function parameterSchema(name: string, parameters: z.ZodType): JsonObject {
  const schema = { ...z.toJSONSchema(parameters, { io: "input" }), $schema: undefined };
  if (schema.type !== "object") throw new Error(`Parameters of tool ${name} must be a zod object.`);
  return JSON.parse(canonicalJson(schema)) as JsonObject;
}
