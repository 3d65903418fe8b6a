import { Link, useNavigate } from "@tanstack/react-router";
import { Clapperboard } from "lucide-react";
import type { ReactNode } from "react";
import { openOverlay } from "../../shell/shell-state.ts";
import { StoryCommands, useStartStory } from "../../story/start-story.tsx";
import { Button } from "../../ui/button.tsx";
import { CopyBlock } from "../../ui/copy-block.tsx";
import { FoldMark } from "../../ui/fold-mark.tsx";

/** The last step: the story or an empty board, and the first API key, which is gone once the page was loaded again. */
export function BeginStep({ apiKey }: { readonly apiKey: string | undefined }): ReactNode {
  const navigate = useNavigate();
  const start = useStartStory();
  // Without a project there can be no task: it is the first thing to make.
  const begin = async (): Promise<void> => {
    await navigate({ to: "/" });
    openOverlay({ kind: "new-project" });
  };
  return (
    <div className="flex flex-col gap-4">
      <p className="text-sm">
        In the story a manager splits a report in two, an analyst computes it from real data, and a reviewer sends it
        back once before accepting it.
      </p>
      <StoryCommands />
      <div className="flex flex-col gap-2">
        <Button
          look="primary"
          size="lg"
          isBusy={start.isPending}
          icon={<Clapperboard className="size-4" aria-hidden />}
          onClick={() => start.mutate()}
        >
          Start the story
        </Button>
        <Button size="lg" onClick={() => void begin()}>
          Begin without it
        </Button>
      </div>
      <details className="border-t border-line pt-3 text-sm">
        <summary className="touch-target flex items-center gap-1.5 text-soft hover:text-ink">
          <FoldMark />
          {apiKey === undefined ? "Your API key, for scripts" : "Your API key, for scripts. It is shown only now."}
        </summary>
        <div className="mt-2">{apiKey === undefined ? <KeyIsGone /> : <CopyBlock text={apiKey} label="API key" />}</div>
      </details>
    </div>
  );
}

function KeyIsGone(): ReactNode {
  return (
    <p className="text-soft">
      It was shown once, before this page was loaded again. If you have not kept it, make another one under{" "}
      <Link to="/settings/api-keys" className="text-accent-ink underline">
        Settings → API keys
      </Link>{" "}
      and revoke the first.
    </p>
  );
}
