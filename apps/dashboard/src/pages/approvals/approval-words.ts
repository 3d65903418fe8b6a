import type { Approval } from "../../api/queries/work.ts";
import type { Tone } from "../../ui/badge.tsx";

export const APPROVAL_STATUS_WORDS: Readonly<
  Record<Approval["status"], { readonly word: string; readonly tone: Tone }>
> = {
  pending: { word: "Waiting", tone: "warn" },
  approved: { word: "Approved", tone: "good" },
  rejected: { word: "Rejected", tone: "bad" },
  expired: { word: "Expired", tone: "neutral" },
  cancelled: { word: "Not needed any more", tone: "neutral" },
};

export const APPROVAL_KIND_WORDS: Readonly<Record<Approval["kind"], string>> = {
  task: "New task",
  action: "Action",
  question: "Question",
  review: "Review",
};
