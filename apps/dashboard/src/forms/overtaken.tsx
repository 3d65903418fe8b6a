import { TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { beginning, safeText } from "../text/safe-text.ts";
import { Button } from "../ui/button.tsx";
import type { LiveDraft } from "./use-live-draft.ts";

type OvertakenProps<Fields> = {
  readonly draft: Pick<LiveDraft<Fields>, "overtaken" | "keepMine" | "takeTheirs" | "takeMineBack">;
  /** The record as it is now. */
  readonly live: Fields;
  /** What people call its fields. */
  readonly labels: Readonly<Record<keyof Fields, string>>;
  /** Those that hold words to be read. Of the others it is said that they changed. */
  readonly words: readonly (keyof Fields)[];
};

/** Of their words so much that one sees what they are. */
const MOST_SHOWN_CHARS = 200;

/** Somebody else wrote what is being written here: their words, and the ways to go on. Nothing when nobody did. */
export function Overtaken<Fields>({ draft, live, labels, words }: OvertakenProps<Fields>): ReactNode {
  if (draft.overtaken.length === 0) return draft.takeMineBack && <Dropped onTakeBack={draft.takeMineBack} />;
  return (
    <div role="alert" className="flex flex-col gap-2 rounded-md border border-line bg-warn-soft p-3 text-sm">
      <p className="flex gap-2 font-medium text-warn">
        <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
        Somebody changed this while you were writing. Nothing of yours is lost.
      </p>
      {draft.overtaken.map((field) => (
        <p key={String(field)} className="text-soft foreign-text">
          {labels[field]} {words.includes(field) ? <Words value={live[field]} /> : "is another now."}
        </p>
      ))}
      <div className="flex flex-wrap gap-2">
        <Button size="sm" onClick={draft.keepMine}>
          Keep mine
        </Button>
        <Button size="sm" onClick={draft.takeTheirs}>
          Take theirs
        </Button>
      </div>
    </div>
  );
}

function Dropped({ onTakeBack }: { readonly onTakeBack: () => void }): ReactNode {
  return (
    <p role="status" className="flex flex-wrap items-center gap-2 text-sm text-soft">
      You took theirs.
      <Button size="sm" look="quiet" onClick={onTakeBack}>
        Put mine back
      </Button>
    </p>
  );
}

function Words({ value }: { readonly value: unknown }): ReactNode {
  const { text, leftOut } = beginning(safeText(String(value)).trim(), MOST_SHOWN_CHARS);
  return text === "" ? (
    "is empty now."
  ) : (
    <>
      is now “<bdi>{text}</bdi>
      {leftOut > 0 && "…"}”.
    </>
  );
}
