import { documentDefinition } from "@cadre/domain";
import { type ReactNode, useState } from "react";
import type { Document } from "../api/queries/documents.ts";
import { Markdown } from "../text/markdown.tsx";
import { Button } from "../ui/button.tsx";
import { TextArea, TextField } from "../ui/field.tsx";
import { Tabs } from "../ui/tabs.tsx";
import { tellUndoable } from "../ui/toast.tsx";
import { DocumentConflict } from "./document-conflict.tsx";
import { LeaveQuestion } from "./leave-question.tsx";
import { useChangeDocument } from "./use-change-document.ts";
import { useDocumentHint } from "./use-document-hint.ts";
import { useDraft } from "./use-draft.ts";

type EditorProps = {
  readonly document: Document;
  /** What it begins with: the text as it is, or what was typed before. */
  readonly initial: string;
  readonly onClose: () => void;
  readonly onReopen: (text: string) => void;
};

/**
 * Writes a text, with a look at how it reads. It remembers on which revision it began: a change of somebody else is shown beside what was
 * typed, which stays.
 */
export function DocumentEditor({ document, initial, onClose, onReopen }: EditorProps): ReactNode {
  const draft = useDraft(document, initial);
  const [reason, setReason] = useState("");
  const save = useChangeDocument({ kind: document.kind, ownerId: document.ownerId }, onClose);
  const maySave = draft.isUnsaved && !draft.isBehind && !save.isPending;
  const send = (version: number): void => save.mutate({ text: draft.text, reason, version });
  const cancel = (): void => {
    onClose();
    if (draft.isUnsaved) tellUndoable("Not saved", () => onReopen(draft.text));
  };
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (maySave) send(draft.version);
      }}
      onKeyDown={(event) => {
        if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        if (maySave) send(draft.version);
      }}
    >
      {draft.isBehind && (
        <DocumentConflict
          theirs={document}
          mine={draft.text}
          isBusy={save.isPending}
          onKeepMine={() => send(document.version)}
          onKeepTheirs={draft.takeTheirs}
          onJoin={draft.joinTheirs}
        />
      )}
      <Writing document={document} text={draft.text} onChange={draft.write} />
      <TextField
        label="Why (optional)"
        hint="For whoever reads the history."
        value={reason}
        maxLength={500}
        onChange={({ target }) => setReason(target.value)}
      />
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" look="primary" isBusy={save.isPending} disabled={!maySave}>
          Save
        </Button>
        <Button onClick={cancel}>Cancel</Button>
        <span className="text-xs text-faint">Ctrl Enter saves.</span>
      </div>
      <LeaveQuestion isUnsaved={draft.isUnsaved && !save.isSuccess} />
    </form>
  );
}

type WritingProps = {
  readonly document: Document;
  readonly text: string;
  readonly onChange: (text: string) => void;
};

function Writing({ document, text, onChange }: WritingProps): ReactNode {
  const [view, setView] = useState("write");
  const { label, maxChars, shownChars } = documentDefinition(document.kind);
  const hint = useDocumentHint(document);
  const limit = shownChars ?? maxChars;
  const count = `${text.length.toLocaleString()} of ${limit.toLocaleString()} characters`;
  const isCut = shownChars !== undefined && text.length > shownChars;
  return (
    <Tabs
      label={label}
      chosen={view}
      onChoose={setView}
      tabs={[
        {
          id: "write",
          label: "Write",
          content: (
            <TextArea
              label={label}
              isLabelHidden
              autoFocus
              rows={14}
              maxLength={maxChars}
              className="font-mono"
              value={text}
              hint={`${hint} Markdown. ${count}${isCut ? ": agents do not read beyond" : ""}.`}
              onChange={({ target }) => onChange(target.value)}
            />
          ),
        },
        {
          id: "preview",
          label: "Preview",
          content:
            text.trim() === "" ? <p className="text-sm text-soft">Nothing to show.</p> : <Markdown text={text} />,
        },
      ]}
    />
  );
}
