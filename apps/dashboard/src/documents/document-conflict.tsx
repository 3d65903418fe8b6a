import { TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import type { Document } from "../api/queries/documents.ts";
import { AgoInWords } from "../format/time.tsx";
import { diffLines } from "../text/diff-lines.ts";
import { DiffView } from "../text/diff-view.tsx";
import { safeText } from "../text/safe-text.ts";
import { Button } from "../ui/button.tsx";

type ConflictProps = {
  readonly theirs: Document;
  readonly mine: string;
  readonly isBusy: boolean;
  readonly onKeepMine: () => void;
  readonly onKeepTheirs: () => void;
  readonly onJoin: () => void;
};

/** Somebody saved another text meanwhile: theirs beside what was typed, and the ways to go on. */
export function DocumentConflict({ theirs, mine, isBusy, ...on }: ConflictProps): ReactNode {
  const who = theirs.changedBy?.name ?? "Somebody";
  return (
    <div role="alert" className="flex flex-col gap-2 rounded-md border border-line bg-warn-soft p-3 text-sm">
      <p className="flex gap-2 font-medium text-warn foreign-text">
        <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
        <span>
          <bdi>{safeText(who)}</bdi> changed this
          {theirs.changedAt !== null && (
            <>
              {" "}
              (<AgoInWords at={theirs.changedAt} />)
            </>
          )}{" "}
          while you were writing. Nothing of yours is lost.
        </span>
      </p>
      <p className="text-xs text-soft">From their text to yours:</p>
      <DiffView lines={diffLines(theirs.text, mine)} label="From their text to yours" />
      <div className="flex flex-wrap gap-2">
        <Button size="sm" look="primary" isBusy={isBusy} onClick={on.onKeepMine}>
          Save mine over it
        </Button>
        <Button size="sm" onClick={on.onJoin}>
          Put theirs below mine
        </Button>
        <Button size="sm" onClick={on.onKeepTheirs}>
          Take theirs
        </Button>
      </div>
    </div>
  );
}
