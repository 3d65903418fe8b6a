import { type ReactNode, useState } from "react";
import type { Approval } from "../../api/queries/work.ts";
import { type Decision, useDecide } from "../../approvals/use-decide.ts";
import { safeText } from "../../text/safe-text.ts";
import { Button } from "../../ui/button.tsx";
import { TextArea } from "../../ui/field.tsx";
import { AlwaysAllow } from "./always-allow.tsx";

type Writing = "approve" | "reject" | "answer";

/** The answers that a request offers, each with a comment where somebody wants to say why. */
export function DecisionForm({ approval }: { readonly approval: Approval }): ReactNode {
  const decide = useDecide(approval);
  const [writing, setWriting] = useState<Writing>();
  const { actions, options } = approval;
  const send = (decision: Decision): void => decide.mutate(decision);
  if (writing !== undefined) {
    return (
      <Words
        writing={writing}
        isReview={approval.kind === "review"}
        isBusy={decide.isPending}
        onBack={() => setWriting(undefined)}
        onSend={(text) => send(decisionWith(writing, text))}
      />
    );
  }
  return (
    <div className="flex flex-wrap items-center gap-2">
      {actions.includes("approve") && (
        <Button
          size="sm"
          look="primary"
          data-decision="approve"
          isBusy={decide.isPending}
          onClick={() => send({ decision: "approve" })}
        >
          Approve
        </Button>
      )}
      {actions.includes("choose") &&
        options.map((option) => (
          <Button
            key={option.id}
            size="sm"
            disabled={decide.isPending}
            title={safeText(option.description ?? "")}
            onClick={() => send({ decision: "choose", optionId: option.id })}
          >
            <bdi className="max-w-60 truncate">{safeText(option.label)}</bdi>
          </Button>
        ))}
      {actions.includes("answer") && (
        <Button size="sm" disabled={decide.isPending} onClick={() => setWriting("answer")}>
          Answer…
        </Button>
      )}
      {actions.includes("reject") && (
        <Button size="sm" data-decision="reject" disabled={decide.isPending} onClick={() => setWriting("reject")}>
          {approval.kind === "review" ? "Send back…" : "Reject…"}
        </Button>
      )}
      {actions.includes("approve") && (
        <Button size="sm" look="quiet" disabled={decide.isPending} onClick={() => setWriting("approve")}>
          Approve with a comment…
        </Button>
      )}
      {approval.kind === "action" && <AlwaysAllow approval={approval} />}
    </div>
  );
}

function decisionWith(writing: Writing, text: string): Decision {
  if (writing === "answer") return { decision: "answer", text };
  return { decision: writing, ...(text === "" ? {} : { comment: text }) };
}

type WordsProps = {
  readonly writing: Writing;
  readonly isReview: boolean;
  readonly isBusy: boolean;
  readonly onBack: () => void;
  readonly onSend: (text: string) => void;
};

function Words({ writing, isReview, isBusy, onBack, onSend }: WordsProps): ReactNode {
  const [text, setText] = useState("");
  const isRequired = writing === "answer" || (writing === "reject" && isReview);
  const label = writing === "answer" ? "Your answer" : isRequired ? "What has to change" : "Comment (may stay empty)";
  return (
    <form
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        onSend(text.trim());
      }}
      onKeyDown={(event) => {
        if (event.key === "Escape") onBack();
        if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) event.currentTarget.requestSubmit();
      }}
    >
      <TextArea label={label} rows={3} value={text} onChange={(event) => setText(event.target.value)} autoFocus />
      <div className="flex gap-2">
        <Button type="submit" size="sm" look="primary" isBusy={isBusy} disabled={isRequired && text.trim() === ""}>
          {SEND_WORDS[writing]}
        </Button>
        <Button size="sm" look="quiet" onClick={onBack}>
          Back
        </Button>
      </div>
    </form>
  );
}

const SEND_WORDS: Readonly<Record<Writing, string>> = { approve: "Approve", reject: "Reject", answer: "Answer" };
