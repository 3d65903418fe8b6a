import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { MessageSquare, StickyNote } from "lucide-react";
import { type ReactNode, useState } from "react";
import { call } from "../../api/call.ts";
import { me } from "../../api/queries/organization.ts";
import { taskComments, taskNotes } from "../../api/queries/tasks.ts";
import { Ago } from "../../format/time.tsx";
import { Avatar } from "../../people/avatar.tsx";
import { type ActorKind, useNames } from "../../people/use-names.ts";
import { useKeptDraft } from "../../shell/kept-drafts.ts";
import { Markdown } from "../../text/markdown.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { TextArea } from "../../ui/field.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";

/** What people and agents say on a task: comments, and notes that agents read with the brief. */
export function TalkTab({ taskId }: { readonly taskId: string }): ReactNode {
  const comments = useQuery(taskComments(taskId));
  const notes = useQuery(taskNotes(taskId));
  const isViewer = useQuery(me).data?.role === "viewer";
  const error = comments.error ?? notes.error;
  const said = [
    ...(comments.data?.data ?? []).map((comment) => ({ ...comment, kind: "comment" as const })),
    ...(notes.data?.data ?? []).map((note) => ({ ...note, kind: "note" as const })),
  ].sort((one, other) => one.createdAt.localeCompare(other.createdAt));
  if (error !== null)
    return <ErrorState error={error} doing="read the comments" onRetry={() => void comments.refetch()} />;
  if (comments.isPending || notes.isPending) return <SkeletonRows count={3} />;
  return (
    <div className="flex flex-col gap-4">
      {said.length === 0 && (
        <EmptyState icon={<MessageSquare className="size-7" aria-hidden />} title="Nobody has said anything yet">
          Comments are for everybody. A note is what the next round or the reviewer must know: agents read it with the
          brief.
        </EmptyState>
      )}
      <ul className="flex flex-col gap-4">
        {said.map((each) => (
          <li key={each.id}>
            <Said
              kind={each.kind}
              authorKind={each.authorKind}
              authorId={each.authorId}
              text={each.text}
              at={each.createdAt}
            />
          </li>
        ))}
      </ul>
      {!isViewer && <Composer taskId={taskId} />}
    </div>
  );
}

type SaidProps = {
  readonly kind: "comment" | "note";
  readonly authorKind: ActorKind;
  readonly authorId: string;
  readonly text: string;
  readonly at: string;
};

function Said({ kind, authorKind, authorId, text, at }: SaidProps): ReactNode {
  const name = useNames()(authorKind, authorId);
  return (
    <article className="flex gap-3">
      <Avatar name={name} kind={authorKind} />
      <div className="min-w-0 flex-1">
        <p className="flex items-center gap-2 text-sm">
          <bdi className="truncate font-medium">{name}</bdi>
          {kind === "note" && (
            <Badge tone="accent" icon={<StickyNote className="size-3" aria-hidden />}>
              Note
            </Badge>
          )}
          <Ago at={at} className="text-xs text-faint" />
        </p>
        <div className="mt-0.5">
          <Markdown text={text} />
        </div>
      </div>
    </article>
  );
}

function Composer({ taskId }: { readonly taskId: string }): ReactNode {
  const client = useQueryClient();
  const { draft: text, keep: setText, forget } = useKeptDraft(`talk.${taskId}`, "");
  const [kind, setKind] = useState<"comment" | "note">("comment");
  const params = { taskId };
  const say = useMutation({
    mutationFn: async () => {
      if (kind === "note") await call("POST /tasks/:taskId/notes", { params, body: { text } });
      else await call("POST /tasks/:taskId/comments", { params, body: { text } });
    },
    onSuccess: () => {
      forget();
      return client.invalidateQueries({ queryKey: ["tasks", kind === "note" ? "notes" : "comments", taskId] });
    },
  });
  const send = (): void => {
    if (text.trim() !== "" && !say.isPending) say.mutate();
  };
  return (
    <form
      className="flex flex-col gap-2 rounded-lg border border-line bg-panel p-3"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <TextArea
        label={kind === "note" ? "Note" : "Comment"}
        isLabelHidden
        rows={3}
        placeholder={
          kind === "note" ? "What must the next round or the reviewer know?" : "Say something. Markdown is fine."
        }
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => (event.key === "Enter" && (event.metaKey || event.ctrlKey) ? send() : undefined)}
      />
      {say.isError && <ErrorState error={say.error} doing="send it" onRetry={send} />}
      <div className="flex items-center gap-2">
        <label className="flex flex-1 items-center gap-2 text-xs text-soft">
          <input
            type="checkbox"
            className="accent-accent"
            checked={kind === "note"}
            onChange={(event) => setKind(event.target.checked ? "note" : "comment")}
          />
          As a note that agents read with the brief
        </label>
        <Button type="submit" look="primary" size="sm" isBusy={say.isPending} disabled={text.trim() === ""}>
          Send
        </Button>
      </div>
    </form>
  );
}
