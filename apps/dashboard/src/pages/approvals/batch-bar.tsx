import { useMutation, useQueryClient } from "@tanstack/react-query";
import { X } from "lucide-react";
import { type ReactNode, useState } from "react";
import { call } from "../../api/call.ts";
import type { Approval } from "../../api/queries/work.ts";
import { ExactAction } from "../../approvals/exact-action.tsx";
import { counted } from "../../format/numbers.ts";
import { safeText } from "../../text/safe-text.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextArea } from "../../ui/field.tsx";
import { tellDone, tellProblem } from "../../ui/toast.tsx";

type Batch = { readonly decision: "approve" | "reject"; readonly comment: string };

/** Decides all selected requests with one word. Each is decided for itself: what fails stays, and says why. */
export function BatchBar({
  selected,
  onClear,
}: {
  readonly selected: readonly Approval[];
  readonly onClear: () => void;
}): ReactNode {
  const [asked, setAsked] = useState<Batch["decision"]>();
  const decide = useBatch(selected, () => {
    setAsked(undefined);
    onClear();
  });
  if (selected.length === 0) return null;
  const approvable = selected.filter(({ actions }) => actions.includes("approve")).length;
  return (
    <div className="pointer-events-none fixed inset-x-0 bottom-20 z-30 flex justify-center px-4 md:bottom-6">
      <div
        role="toolbar"
        data-approval-batch
        aria-label={`${counted(selected.length, "request")} selected`}
        className="pointer-events-auto flex flex-wrap items-center gap-2 rounded-lg bg-raised p-2 pl-4 shadow-overlay animate-rise"
      >
        <span className="text-sm font-medium tabular-nums">{selected.length} selected</span>
        <Button
          look="primary"
          data-decision="approve"
          disabled={approvable < selected.length}
          title={approvable < selected.length ? "A question among them needs an answer of its own." : ""}
          onClick={() => setAsked("approve")}
        >
          Approve…
        </Button>
        <Button data-decision="reject" onClick={() => setAsked("reject")}>
          Reject…
        </Button>
        <IconButton label="Clear selection" icon={<X className="size-4" aria-hidden />} onClick={onClear} />
      </div>
      {asked !== undefined && (
        <BatchDialog
          decision={asked}
          selected={selected}
          isBusy={decide.isPending}
          onClose={() => setAsked(undefined)}
          onSend={(comment) => decide.mutate({ decision: asked, comment })}
        />
      )}
    </div>
  );
}

function useBatch(selected: readonly Approval[], onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ decision, comment }: Batch) => {
      const body = { decision, ...(comment === "" ? {} : { comment }) };
      const decideOne = ({ id }: Approval) =>
        call("POST /approvals/:approvalId/decide", { params: { approvalId: id }, body });
      return Promise.allSettled(selected.map(decideOne));
    },
    onSuccess: (results, { decision }) => {
      const failed = results.filter((result) => result.status === "rejected");
      const done = results.length - failed.length;
      if (done > 0) tellDone(`${counted(done, "request")} ${decision === "approve" ? "approved" : "rejected"}`);
      if (failed[0] !== undefined) tellProblem(failed[0].reason, `decide ${counted(failed.length, "request")}`);
      onDone();
    },
    onSettled: () => client.invalidateQueries({ queryKey: ["approvals"] }),
  });
}

type BatchDialogProps = {
  readonly decision: Batch["decision"];
  readonly selected: readonly Approval[];
  readonly isBusy: boolean;
  readonly onClose: () => void;
  readonly onSend: (comment: string) => void;
};

function BatchDialog({ decision, selected, isBusy, onClose, onSend }: BatchDialogProps): ReactNode {
  const [comment, setComment] = useState("");
  const verb = decision === "approve" ? "Approve" : "Reject";
  const isRequired = decision === "reject" && selected.some(({ kind }) => kind === "review");
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={`${verb} ${counted(selected.length, "request")}?`}
      footer={
        <>
          <Button onClick={onClose}>Back</Button>
          <Button
            look={decision === "approve" ? "primary" : "danger"}
            isBusy={isBusy}
            disabled={isRequired && comment.trim() === ""}
            onClick={() => onSend(comment.trim())}
          >
            {verb} all
          </Button>
        </>
      }
    >
      <ul className="mb-3 max-h-72 list-disc overflow-y-auto pl-5 text-sm foreign-text">
        {selected.map(({ id, title, action }) => (
          <li key={id} className="mb-1">
            {safeText(title)}
            {action !== null && <ExactAction text={action} />}
          </li>
        ))}
      </ul>
      <TextArea
        label={isRequired ? "What has to change" : "Comment (may stay empty)"}
        rows={3}
        value={comment}
        autoFocus
        onChange={(event) => setComment(event.target.value)}
      />
    </Dialog>
  );
}
