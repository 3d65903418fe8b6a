import { Fault } from "@cadre/shared";
import { z } from "zod";
import type { Actor } from "../actor.ts";
import type { ApprovalStatus } from "../runs/run-state.ts";

/** What is asked: start a task · run one exact action · an answer · a verdict on a person's review. */
export const APPROVAL_KINDS = ["task", "action", "question", "review"] as const;
export type ApprovalKind = (typeof APPROVAL_KINDS)[number];

export const ApprovalOption = z.object({
  id: z.string().min(1).max(64),
  label: z.string().min(1).max(200),
  description: z.string().max(2_000).optional(),
});
export type ApprovalOption = z.infer<typeof ApprovalOption>;

const comment = z.string().max(10_000).optional();

/** A person's decision. Own words are an answer to a question and never grant anything. */
export const ApprovalDecision = z.discriminatedUnion("decision", [
  z.strictObject({ decision: z.literal("approve"), comment }),
  z.strictObject({ decision: z.literal("reject"), comment }),
  z.strictObject({ decision: z.literal("choose"), optionId: z.string(), comment }),
  z.strictObject({ decision: z.literal("answer"), text: z.string().trim().min(1).max(10_000) }),
]);
export type ApprovalDecision = z.infer<typeof ApprovalDecision>;
export type ApprovalAction = ApprovalDecision["decision"];

/** What a decision must fit. */
export type ApprovalOffer = {
  readonly kind: ApprovalKind;
  readonly options: readonly ApprovalOption[];
  readonly allowFreeform: boolean;
};

/** How a decision is stored: `optionId` names the button that was pressed, and is empty for an answer in own words. */
export type StoredDecision = {
  readonly status: Extract<ApprovalStatus, "approved" | "rejected">;
  readonly optionId: string | null;
  readonly comment: string | null;
};

/** What the asking run is told. `approved` stands for an explicit yes only. */
export type ApprovalResolution = {
  readonly decision: "approved" | "rejected" | "answered" | "expired";
  readonly optionId?: string;
  readonly text?: string;
  readonly decidedBy?: string;
};

/** What a person can do with a pending approval, in the order of its buttons. */
export function offeredActions(offer: ApprovalOffer): ApprovalAction[] {
  if (offer.kind !== "question") return ["approve", "reject"];
  const yes: ApprovalAction[] = offer.options.length > 0 ? ["choose"] : ["approve"];
  return offer.allowFreeform ? [...yes, "reject", "answer"] : [...yes, "reject"];
}

/** How a decision is stored. Faults: `approval.not-offered` with the actions that are, `approval.unknown-option`, `approval.reason-missing`. */
export function storedDecision(offer: ApprovalOffer, decision: ApprovalDecision): StoredDecision {
  const offered = offeredActions(offer);
  if (!offered.includes(decision.decision)) {
    throw new Fault("invalid", "approval.not-offered", {
      message: `This approval cannot be decided by "${decision.decision}". It takes: ${offered.join(", ")}.`,
      field: "decision",
      details: { actions: offered },
    });
  }
  switch (decision.decision) {
    case "approve":
      return { status: "approved", optionId: "approve", comment: decision.comment ?? null };
    case "reject":
      requireReason(offer, decision.comment);
      return { status: "rejected", optionId: "reject", comment: decision.comment ?? null };
    case "choose":
      requireOption(offer, decision.optionId);
      return { status: "approved", optionId: decision.optionId, comment: decision.comment ?? null };
    case "answer":
      return { status: "rejected", optionId: null, comment: decision.text };
  }
}

/** A review sent back without a reason gives the next round nothing to work on. */
function requireReason(offer: ApprovalOffer, reason: string | undefined): void {
  if (offer.kind !== "review" || (reason ?? "").trim() !== "") return;
  throw new Fault("invalid", "approval.reason-missing", {
    message: "Say what has to change: the comment becomes the brief of the next round.",
    field: "comment",
  });
}

function requireOption(offer: ApprovalOffer, optionId: string): void {
  if (offer.options.some((option) => option.id === optionId)) return;
  throw new Fault("invalid", "approval.unknown-option", {
    message: `There is no option "${optionId}". Choose one of: ${offer.options.map((option) => option.id).join(", ")}.`,
    field: "optionId",
    details: { options: offer.options.map((option) => option.id) },
  });
}

/** The same button, or the same words: then the second person to decide is simply told the outcome. */
export function isSameDecision(stored: StoredDecision, decision: StoredDecision): boolean {
  if (stored.status !== decision.status || stored.optionId !== decision.optionId) return false;
  return stored.optionId !== null || stored.comment === decision.comment;
}

/** What a stored decision means to whoever asked. */
export function resolutionOf(
  approval: ApprovalOffer & StoredDecision,
  decidedBy: string | undefined,
): ApprovalResolution {
  const by = decidedBy === undefined ? {} : { decidedBy };
  const text = approval.comment === null ? by : { ...by, text: approval.comment };
  if (approval.optionId === null) return { decision: "answered", ...text };
  if (approval.status === "rejected") return { decision: "rejected", ...text };
  if (approval.options.some((option) => option.id === approval.optionId)) {
    return { decision: "answered", optionId: approval.optionId, ...text };
  }
  return { decision: "approved", ...text };
}

/** Whether somebody may decide. `reviewerId` is the person named as reviewer, for a review. Agents never decide. */
export function mayDecideApproval(actor: Actor, approval: { kind: ApprovalKind; reviewerId: string | null }): boolean {
  if (actor.kind !== "person") return false;
  if (actor.role === "owner" || actor.role === "admin") return true;
  return approval.kind === "review" && actor.role === "member" && approval.reviewerId === actor.id;
}
