import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo, useState } from "react";
import { problemCode } from "../api/problem.ts";
import { sessionContext, type SessionContext } from "../api/queries/context.ts";
import { percent, shortCount } from "../format/numbers.ts";
import { PlainText } from "../text/markdown.tsx";
import { safeText } from "../text/safe-text.ts";
import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { SkeletonRows } from "../ui/skeleton.tsx";
import { VirtualRows } from "../ui/virtual-rows.tsx";
import { PartList } from "./part-list.tsx";
import { PromptBar } from "./prompt-bar.tsx";
import { groupSums, promptParts } from "./prompt-parts.ts";
import { Arithmetic, Changes } from "./receipt-words.tsx";

/** What would be sent if the agent went on now. */
export function NextCall({ sessionId }: { readonly sessionId: string }): ReactNode {
  const read = useQuery(sessionContext(sessionId, "names"));
  if (read.isPending) return <SkeletonRows count={7} />;
  if (problemCode(read.error) === "session.not-begun") {
    return <EmptyState title="No agent has worked here yet">Its prompt is made when the first turn opens.</EmptyState>;
  }
  if (read.isError) {
    return <ErrorState error={read.error} doing="build the next call" onRetry={() => void read.refetch()} />;
  }
  return <Next sessionId={sessionId} context={read.data} />;
}

function Next({ sessionId, context }: { readonly sessionId: string; readonly context: SessionContext }): ReactNode {
  const texts = useMemo(() => new Map(context.texts.map(({ hash, text }) => [hash, text])), [context]);
  const { told, model, tooLarge } = context;
  if (told === null) {
    return (
      <p role="alert" className="rounded-sm bg-bad-soft px-3 py-2 text-sm text-bad foreign-text">
        {safeText(tooLarge?.message ?? "The call cannot be made.")}
      </p>
    );
  }
  const { receipt, broken, changes } = told;
  const all = receipt.budget.systemTokens + receipt.budget.toolsTokens + receipt.messages.tokens;
  const share = receipt.cache.predictedTokens / Math.max(1, all);
  const parts = promptParts(receipt, share);
  return (
    <div className="flex flex-col gap-4">
      <p className="text-sm text-soft foreign-text">
        Nothing was sent and nothing written. {shortCount(all)} tokens would go to{" "}
        <bdi>{model === null ? "a model that the executor chooses" : safeText(`${model.provider}/${model.model}`)}</bdi>
        ; {percent(share)} should come from the cache.
      </p>
      {broken !== null && (
        <p className="rounded-sm bg-warn-soft px-3 py-2 text-sm foreign-text">
          The cache would be broken by {safeText(broken.part)}: {safeText(broken.why)}.
        </p>
      )}
      <PromptBar sums={groupSums(parts)} label="Next prompt" />
      <PartList parts={parts} texts={texts} history={<Messages sessionId={sessionId} />} />
      <Changes changes={changes} />
      <Arithmetic told={told} />
    </div>
  );
}

function Messages({ sessionId }: { readonly sessionId: string }): ReactNode {
  const [isAsked, setAsked] = useState(false);
  const read = useQuery({ ...sessionContext(sessionId, "messages"), enabled: isAsked });
  if (!isAsked) {
    return (
      <Button size="sm" className="self-start" onClick={() => setAsked(true)}>
        Show the messages
      </Button>
    );
  }
  if (read.isPending) return <SkeletonRows count={4} />;
  if (read.isError) {
    return <ErrorState error={read.error} doing="build the messages" onRetry={() => void read.refetch()} />;
  }
  const messages = (read.data.messages ?? []).map((message, at) => ({ message, at }));
  return (
    <VirtualRows
      label="Messages"
      rows={messages}
      rowKey={({ at }) => String(at)}
      estimatePx={120}
      render={({ message, at }) => (
        <div className="border-b border-line py-2">
          <p className="mb-1 text-xs text-soft">{message.role}</p>
          <PlainText text={message.content.map(blockText).join("\n\n")} label={`Message ${at + 1}`} />
        </div>
      )}
    />
  );
}

type Block = NonNullable<SessionContext["messages"]>[number]["content"][number];

function blockText(block: Block): string {
  switch (block.type) {
    case "text":
    case "thinking":
    case "tool-result":
      return block.text;
    case "image":
      return `[image, ${block.mediaType}]`;
    case "tool-call":
      return `→ ${block.name} ${JSON.stringify(block.args, null, 2)}`;
  }
}
