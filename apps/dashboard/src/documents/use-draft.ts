import { useState } from "react";
import type { Document } from "../api/queries/documents.ts";
import { tellUndoable } from "../ui/toast.tsx";

/** What is being typed, and the revision it began from: what others save meanwhile never touches it. */
export type Draft = {
  readonly text: string;
  readonly version: number;
  readonly isUnsaved: boolean;
  /** Somebody saved another text meanwhile. */
  readonly isBehind: boolean;
  readonly write: (text: string) => void;
  readonly takeTheirs: () => void;
  readonly joinTheirs: () => void;
};

export function useDraft(document: Document, initial: string): Draft {
  const [base, setBase] = useState(document);
  const [text, setText] = useState(initial);
  return {
    text,
    version: base.version,
    isUnsaved: text !== base.text,
    isBehind: document.version !== base.version,
    write: setText,
    takeTheirs: () => {
      setBase(document);
      setText(document.text);
      tellUndoable("Your text is dropped", () => setText(text));
    },
    joinTheirs: () => {
      setBase(document);
      setText(`${text.trimEnd()}\n\n${document.text}`);
    },
  };
}
