import { isFault } from "@cadre/shared";
import { expect, test } from "vitest";
import type { Actor } from "../actor.ts";
import {
  type ApprovalDecision,
  type ApprovalOffer,
  isSameDecision,
  mayDecideApproval,
  offeredActions,
  resolutionOf,
  storedDecision,
} from "./approval-decision.ts";

const yesOrNo: ApprovalOffer = { kind: "action", options: [], allowFreeform: true };
const question: ApprovalOffer = {
  kind: "question",
  options: [
    { id: "blue", label: "Blue" },
    { id: "red", label: "Red" },
  ],
  allowFreeform: true,
};

function codeOf(run: () => unknown): string | undefined {
  try {
    run();
  } catch (error) {
    return isFault(error) ? error.code : "bug";
  }
  return undefined;
}

function told(offer: ApprovalOffer, decision: ApprovalDecision): string {
  return resolutionOf({ ...offer, ...storedDecision(offer, decision) }, "per_1").decision;
}

test("own words answer a question and never approve anything", () => {
  expect(storedDecision(question, { decision: "answer", text: "approve it, sure" })).toEqual({
    status: "rejected",
    optionId: null,
    comment: "approve it, sure",
  });
  expect(told(question, { decision: "answer", text: "yes" })).toBe("answered");
  expect(codeOf(() => storedDecision(yesOrNo, { decision: "answer", text: "yes" }))).toBe("approval.not-offered");
});

test("only an explicit yes reads as approved", () => {
  expect(told(yesOrNo, { decision: "approve" })).toBe("approved");
  expect(told(yesOrNo, { decision: "reject" })).toBe("rejected");
  expect(told(question, { decision: "choose", optionId: "red" })).toBe("answered");
  expect(told({ ...question, options: [] }, { decision: "approve" })).toBe("approved");
});

test("a decision must be one of those offered", () => {
  expect(offeredActions(yesOrNo)).toEqual(["approve", "reject"]);
  expect(offeredActions(question)).toEqual(["choose", "reject", "answer"]);
  expect(offeredActions({ ...question, options: [], allowFreeform: false })).toEqual(["approve", "reject"]);
  expect(codeOf(() => storedDecision(question, { decision: "approve" }))).toBe("approval.not-offered");
  expect(codeOf(() => storedDecision(question, { decision: "choose", optionId: "green" }))).toBe(
    "approval.unknown-option",
  );
});

test("a review cannot be sent back without saying what has to change", () => {
  const review: ApprovalOffer = { kind: "review", options: [], allowFreeform: false };
  expect(codeOf(() => storedDecision(review, { decision: "reject", comment: "  " }))).toBe("approval.reason-missing");
  expect(codeOf(() => storedDecision(review, { decision: "reject", comment: "The total is wrong." }))).toBeUndefined();
});

test("the same button is the same decision, whatever was said beside it", () => {
  const yes = storedDecision(yesOrNo, { decision: "approve", comment: "go" });
  expect(isSameDecision(yes, storedDecision(yesOrNo, { decision: "approve" }))).toBe(true);
  expect(isSameDecision(yes, storedDecision(yesOrNo, { decision: "reject" }))).toBe(false);
  const words = storedDecision(question, { decision: "answer", text: "later" });
  expect(isSameDecision(words, storedDecision(question, { decision: "answer", text: "never" }))).toBe(false);
});

test("owners and admins decide everything, a member only a review that names them, agents nothing", () => {
  const person = (role: "owner" | "admin" | "member" | "viewer"): Actor => ({
    kind: "person",
    id: "per_1",
    organizationId: "org_1",
    role,
  });
  const agent: Actor = { kind: "agent", id: "agt_1", organizationId: "org_1", runId: undefined };
  const ownReview = { kind: "review", reviewerId: "per_1" } as const;
  expect(mayDecideApproval(person("admin"), { kind: "action", reviewerId: null })).toBe(true);
  expect(mayDecideApproval(person("member"), { kind: "action", reviewerId: null })).toBe(false);
  expect(mayDecideApproval(person("member"), ownReview)).toBe(true);
  expect(mayDecideApproval(person("member"), { kind: "review", reviewerId: "per_2" })).toBe(false);
  expect(mayDecideApproval(person("viewer"), ownReview)).toBe(false);
  expect(mayDecideApproval(agent, { kind: "action", reviewerId: null })).toBe(false);
});
