import { useMutation, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Clapperboard } from "lucide-react";
import type { ReactNode } from "react";
import { call } from "../api/call.ts";
import { demoPreview } from "../api/queries/organization.ts";
import { queryClient } from "../api/query-client.ts";
import { useMay } from "../people/use-may.ts";
import { closeOverlay } from "../shell/shell-state.ts";
import { NewTaskButton } from "../tasks/new-task-button.tsx";
import { safeText } from "../text/safe-text.ts";
import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { FoldMark } from "../ui/fold-mark.tsx";
import { tellProblem } from "../ui/toast.tsx";

/** Starts the bundled story, and leads to its task; a window over the page is closed then. */
export function useStartStory() {
  const navigate = useNavigate();
  return useMutation({
    mutationFn: () => call("POST /demo/start", { body: {} }),
    onSuccess: async ({ task }) => {
      await queryClient.invalidateQueries();
      closeOverlay();
      await navigate({ to: `/tasks/${task.id}` });
    },
    onError: (error) => tellProblem(error, "start the story"),
  });
}

/** The commands that starting the story approves, word for word. */
export function StoryCommands(): ReactNode {
  const preview = useQuery(demoPreview);
  if (preview.data === undefined) return null;
  return (
    <details className="w-full rounded-md border border-line text-left">
      <summary className="touch-target flex items-center gap-1.5 px-3 py-2 text-sm text-soft hover:text-ink">
        <FoldMark />
        It approves exactly {preview.data.commands.length} commands
      </summary>
      <ul className="flex flex-col gap-1 border-t border-line p-2">
        {preview.data.commands.map((command) => (
          <li key={command}>
            <code className="block rounded-xs bg-hover px-2 py-1 font-mono text-2xs foreign-text">
              {safeText(command)}
            </code>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** The story beside another way to begin, for an empty place. Who may not start it is offered the other way only. */
export function StoryOr({ children }: { readonly children: ReactNode }): ReactNode {
  const start = useStartStory();
  const mayStart = useMay("admin");
  return (
    <div className="flex w-full flex-col items-center gap-3">
      <div className="flex flex-wrap justify-center gap-2">
        {mayStart && (
          <Button look="primary" isBusy={start.isPending} onClick={() => start.mutate()}>
            Start the story
          </Button>
        )}
        {children}
      </div>
      {mayStart && <StoryCommands />}
    </div>
  );
}

/** What a fresh installation offers: watch a team, or begin. */
export function StartStory(): ReactNode {
  return (
    <EmptyState
      icon={<Clapperboard className="size-7" aria-hidden />}
      title="Watch a team at work"
      action={
        <StoryOr>
          <NewTaskButton />
        </StoryOr>
      }
    >
      A manager splits a report in two, an analyst computes it from real data, a reviewer sends it back once and then
      accepts it. It takes about a minute and costs nothing.
    </EmptyState>
  );
}
