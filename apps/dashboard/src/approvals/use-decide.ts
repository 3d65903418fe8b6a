import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "../api/call.ts";
import type { Sent } from "../api/endpoint-types.ts";
import type { Approval } from "../api/queries/work.ts";
import { tellDone, tellProblem } from "../ui/toast.tsx";

export type Decision = NonNullable<Sent<"POST /approvals/:approvalId/decide">["body"]>;

const DONE: Readonly<Record<Decision["decision"], string>> = {
  approve: "Approved",
  reject: "Rejected",
  choose: "Answered",
  answer: "Answered",
};

/** Decides an approval. Somebody else may have been faster: then their decision stands, and is shown. */
export function useDecide(approval: Approval) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (decision: Decision) =>
      call("POST /approvals/:approvalId/decide", { params: { approvalId: approval.id }, body: decision }),
    onSuccess: (_, { decision }) => tellDone(DONE[decision]),
    onError: (error) => tellProblem(error, "decide this"),
    onSettled: () => client.invalidateQueries({ queryKey: ["approvals"] }),
  });
}
