import { type ReactNode, useState } from "react";
import type { Approval } from "../api/queries/work.ts";
import { useKeptDraft } from "../shell/kept-drafts.ts";
import { Markdown } from "../text/markdown.tsx";
import { safeText } from "../text/safe-text.ts";
import { Button } from "../ui/button.tsx";
import { TextArea } from "../ui/field.tsx";
import { ExactAction } from "./exact-action.tsx";
import { type Decision, useDecide } from "./use-decide.ts";

/** Shows exactly what is asked, and takes the decision where it is read. */
export function QuickDecision({ approval }: { readonly approval: Approval }): ReactNode {
  const decide = useDecide(approval);
  const [writing, setWriting] = useState<"reject" | "answer">();
  return (
    <div className="mt-2 flex flex-col gap-2">
      {approval.description !== "" && (
        <div
          className="max-h-40 overflow-y-auto text-sm text-soft"
          tabIndex={0}
          role="region"
          aria-label="What is asked"
        >
          <Markdown text={approval.description} />
        </div>
      )}
      {approval.action !== null && <ExactAction text={approval.action} />}
      {writing === undefined ? (
        <Buttons
          approval={approval}
          isBusy={decide.isPending}
          onDecide={(decision) => decide.mutate(decision)}
          onWrite={setWriting}
        />
      ) : (
        <Words
          kind={writing}
          approvalId={approval.id}
          isRequired={writing === "answer" || approval.kind === "review"}
          isBusy={decide.isPending}
          onCancel={() => setWriting(undefined)}
          onSend={(text) =>
            decide.mutate(
              writing === "answer"
                ? { decision: "answer", text }
                : { decision: "reject", ...(text === "" ? {} : { comment: text }) },
            )
          }
        />
      )}
    </div>
  );
}

type ButtonsProps = {
  readonly approval: Approval;
  readonly isBusy: boolean;
  readonly onDecide: (decision: Decision) => void;
  readonly onWrite: (kind: "reject" | "answer") => void;
};

function Buttons({ approval, isBusy, onDecide, onWrite }: ButtonsProps): ReactNode {
  const { actions, options } = approval;
  return (
    <div className="flex flex-wrap gap-2">
      {actions.includes("approve") && (
        <Button size="sm" look="primary" disabled={isBusy} onClick={() => onDecide({ decision: "approve" })}>
          Approve
        </Button>
      )}
      {actions.includes("choose") &&
        options.map((option) => (
          <Button
            key={option.id}
            size="sm"
            disabled={isBusy}
            title={safeText(option.description ?? "")}
            className="!h-auto min-h-7 !shrink py-1 text-left !whitespace-normal foreign-text"
            onClick={() => onDecide({ decision: "choose", optionId: option.id })}
          >
            {safeText(option.label)}
          </Button>
        ))}
      {actions.includes("answer") && (
        <Button size="sm" disabled={isBusy} onClick={() => onWrite("answer")}>
          Answer…
        </Button>
      )}
      {actions.includes("reject") && (
        <Button size="sm" disabled={isBusy} onClick={() => onWrite("reject")}>
          {approval.kind === "review" ? "Send back…" : "Reject…"}
        </Button>
      )}
    </div>
  );
}

type WordsProps = {
  readonly kind: "reject" | "answer";
  readonly approvalId: string;
  readonly isRequired: boolean;
  readonly isBusy: boolean;
  readonly onCancel: () => void;
  readonly onSend: (text: string) => void;
};

function Words({ kind, approvalId, isRequired, isBusy, onCancel, onSend }: WordsProps): ReactNode {
  const { draft: text, keep: setText } = useKeptDraft(`decision.${approvalId}.${kind}`, "");
  const trimmed = text.trim();
  const label = kind === "answer" ? "Your answer" : isRequired ? "What has to change" : "Why (may stay empty)";
  return (
    <form
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        onSend(trimmed);
      }}
    >
      <TextArea label={label} rows={3} value={text} onChange={(event) => setText(event.target.value)} autoFocus />
      <div className="flex gap-2">
        <Button type="submit" size="sm" look="primary" isBusy={isBusy} disabled={isRequired && trimmed === ""}>
          {kind === "answer" ? "Answer" : isRequired ? "Send back" : "Reject"}
        </Button>
        <Button size="sm" look="quiet" onClick={onCancel}>
          Back
        </Button>
      </div>
    </form>
  );
}
