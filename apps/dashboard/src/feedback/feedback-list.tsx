import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { MessageSquareQuote, Undo2 } from "lucide-react";
import type { ReactNode } from "react";
import { call } from "../api/call.ts";
import { type Feedback, feedbackOn } from "../api/queries/documents.ts";
import { me } from "../api/queries/organization.ts";
import { AgoInWords } from "../format/time.tsx";
import { isAtLeast } from "../people/roles.ts";
import { safeText } from "../text/safe-text.ts";
import { Badge } from "../ui/badge.tsx";
import { IconButton } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { SkeletonRows } from "../ui/skeleton.tsx";
import { tellDone, tellProblem } from "../ui/toast.tsx";
import { ratingText } from "./ratings.ts";

type ListProps = { readonly about: Parameters<typeof feedbackOn>[0]; readonly action: ReactNode };

/** What people said, newest first. */
export function FeedbackList({ about, action }: ListProps): ReactNode {
  const list = useQuery(feedbackOn(about));
  const said = list.data?.data ?? [];
  if (list.isPending) return <SkeletonRows count={2} />;
  if (list.isError) {
    return <ErrorState error={list.error} doing="read the feedback" onRetry={() => void list.refetch()} />;
  }
  if (said.length === 0) {
    return (
      <EmptyState
        icon={<MessageSquareQuote className="size-7" aria-hidden />}
        title="Nobody said anything yet"
        action={action}
      >
        What you say here is read by the agent at its very next step.
      </EmptyState>
    );
  }
  return (
    <ul>
      {said.map((feedback) => (
        <Row key={feedback.id} feedback={feedback} />
      ))}
    </ul>
  );
}

function Row({ feedback }: { readonly feedback: Feedback }): ReactNode {
  const own = useQuery(me).data;
  const client = useQueryClient();
  const withdraw = useMutation({
    mutationFn: () => call("DELETE /feedback/:feedbackId", { params: { feedbackId: feedback.id } }),
    onSuccess: () => tellDone("Taken back"),
    onError: (error) => tellProblem(error, "take it back"),
    onSettled: () => client.invalidateQueries({ queryKey: ["feedback"] }),
  });
  const mayWithdraw =
    own !== undefined && isAtLeast(own.role, own.personId === feedback.author.id ? "member" : "admin");
  return (
    <li className="flex items-start gap-3 border-b border-line px-4 py-2.5 text-sm last:border-0">
      <div className="min-w-0 flex-1">
        <p className="whitespace-pre-wrap foreign-text">{safeText(feedback.text)}</p>
        <p className="mt-1 flex flex-wrap items-center gap-x-2 text-xs text-soft">
          {feedback.rating !== null && <Badge tone="accent">{ratingText(feedback.rating)}</Badge>}
          <bdi>{safeText(feedback.author.name)}</bdi> on <bdi className="truncate">{safeText(feedback.about)}</bdi>
          <AgoInWords at={feedback.createdAt} />
        </p>
      </div>
      {mayWithdraw && (
        <IconButton
          label={`Take back: ${safeText(feedback.text).slice(0, 40)}`}
          icon={<Undo2 className="size-4" aria-hidden />}
          disabled={withdraw.isPending}
          onClick={() => withdraw.mutate()}
        />
      )}
    </li>
  );
}
