import { isFault, type Fault } from "@cadre/shared";
import type { ToolCallBlock } from "@cadre/domain";

import { argumentProblems, parameterList } from "./argument-problems.ts";
import type { ApprovalContext, ApprovalNeed, ParsedCall, ToolContext } from "./define-tool.ts";
import { nearNames } from "./near-names.ts";
import { toolError, type ToolResult } from "./tool-result.ts";
import type { ToolSelection } from "./tool-registry.ts";

type CallRequest = Pick<ToolCallBlock, "name" | "args" | "argsError">;

type ResolvedCall<Context extends ToolContext> =
  | { readonly kind: "refused"; readonly result: ToolResult }
  | { readonly kind: "valid"; readonly call: Extract<ParsedCall<Context>, { isValid: true }> };

export type CallAssessment =
  | { readonly kind: "run" }
  | { readonly kind: "needs-approval"; readonly need: ApprovalNeed }
  | { readonly kind: "refused"; readonly result: ToolResult };

/** Says before anything happens whether a call can run, must be decided by a person, or is refused with a result for the model. */
export function assessCall<Context extends ToolContext>(
  selection: ToolSelection<Context>,
  call: CallRequest,
  context: ApprovalContext,
): CallAssessment {
  const resolved = resolveCall(selection, call);
  if (resolved.kind === "refused") return resolved;
  const need = openNeed(call.name, resolved.call, context);
  return need === undefined ? { kind: "run" } : { kind: "needs-approval", need };
}

/**
 * Runs one call and always answers a result: a Fault becomes its message, anything else thrown is reported to `onBug`.
 * A call that needs approval runs only with `approvedText` equal to the need's exact text.
 */
export async function runTool<Context extends ToolContext>(
  selection: ToolSelection<Context>,
  call: CallRequest,
  context: Context,
): Promise<ToolResult> {
  const resolved = resolveCall(selection, call);
  if (resolved.kind === "refused") return resolved.result;
  try {
    const need = openNeed(call.name, resolved.call, context);
    if (need !== undefined && need.exactText !== context.approvedText) {
      return toolError(`${call.name} was not run: it needs a person's approval. ${need.reason}`);
    }
    return await resolved.call.run(context);
  } catch (error) {
    if (isFault(error)) return faultResult(error);
    context.onBug?.(error, call.name);
    const reason = error instanceof Error ? error.message : String(error);
    return toolError(
      `${call.name} failed unexpectedly: ${reason}. Check what it may have changed before you repeat it, or go another way.`,
    );
  }
}

function resolveCall<Context extends ToolContext>(
  selection: ToolSelection<Context>,
  call: CallRequest,
): ResolvedCall<Context> {
  const tool = selection.registry.find(call.name);
  if (tool === undefined) return { kind: "refused", result: unknownTool(selection, call.name) };
  if (!selection.isOffered(call.name)) {
    const text = `${call.name} is not available here. Use only the tools you were given: ${offeredNames(selection)}.`;
    return { kind: "refused", result: toolError(text) };
  }
  if (call.argsError !== undefined) {
    const text = `The arguments of ${call.name} were not a JSON object: ${call.argsError}. Send one object with ${parameterList(tool.spec)}.`;
    return { kind: "refused", result: toolError(text) };
  }
  const parsed = tool.parse(call.args);
  if (parsed.isValid) return { kind: "valid", call: parsed };
  return { kind: "refused", result: toolError(argumentProblems(tool.spec, parsed.issues)) };
}

function openNeed<Context extends ToolContext>(
  name: string,
  call: Extract<ParsedCall<Context>, { isValid: true }>,
  context: ApprovalContext,
): ApprovalNeed | undefined {
  const need = call.approval(context);
  return need === undefined || context.isStandingApproved(name, need.exactText) ? undefined : need;
}

function unknownTool<Context extends ToolContext>(selection: ToolSelection<Context>, name: string): ToolResult {
  const near = nearNames(
    name,
    selection.offered.map((tool) => tool.name),
  );
  const advice = near.length > 0 ? `Did you mean ${near.join(", ")}?` : `You have: ${offeredNames(selection)}.`;
  return toolError(`There is no tool named ${JSON.stringify(name)}. ${advice}`);
}

function offeredNames<Context extends ToolContext>(selection: ToolSelection<Context>): string {
  return selection.offered.length === 0 ? "none" : selection.offered.map(({ name }) => name).join(", ");
}

function faultResult(fault: Fault): ToolResult {
  const details = Object.keys(fault.details).length > 0 ? ` Details: ${JSON.stringify(fault.details)}` : "";
  const field = fault.field === undefined ? "" : ` (parameter ${fault.field})`;
  return toolError(`${fault.message}${field}${details}`, { code: fault.code });
}
