import { documentDefinition } from "@cadre/domain";
import { useQuery } from "@tanstack/react-query";
import { History, PenLine } from "lucide-react";
import { type ReactNode, useState } from "react";
import { type Document, documentDetail, type DocumentRef } from "../api/queries/documents.ts";
import { me } from "../api/queries/organization.ts";
import { AgoInWords } from "../format/time.tsx";
import { Markdown } from "../text/markdown.tsx";
import { safeText } from "../text/safe-text.ts";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { SkeletonRows } from "../ui/skeleton.tsx";
import { DocumentEditor } from "./document-editor.tsx";
import { DocumentHistory } from "./document-history.tsx";
import { mayWriteDocument } from "./document-rights.ts";
import { useDocumentHint } from "./use-document-hint.ts";

/** A text that agents read: as it is, its editor, and its history. */
export function DocumentCard({ kind, ownerId }: DocumentRef): ReactNode {
  const ref = { kind, ownerId };
  const found = useQuery(documentDetail(ref));
  const mayWrite = mayWriteDocument(useQuery(me).data, ref);
  const [draft, setDraft] = useState<string>();
  const [isHistoryOpen, setIsHistoryOpen] = useState(false);
  const { label } = documentDefinition(kind);
  const document = found.data;
  const isEditing = document !== undefined && draft !== undefined;
  return (
    <Card
      title={label}
      actions={
        document !== undefined &&
        !isEditing && (
          <Actions
            document={document}
            mayWrite={mayWrite}
            onEdit={() => setDraft(document.text)}
            onHistory={() => setIsHistoryOpen(true)}
          />
        )
      }
    >
      {found.isPending && <SkeletonRows count={2} />}
      {found.isError && document === undefined && (
        <ErrorState error={found.error} doing={`read "${label}"`} onRetry={() => void found.refetch()} />
      )}
      {isEditing && (
        <DocumentEditor
          document={document}
          initial={draft}
          onClose={() => setDraft(undefined)}
          onReopen={(text) => setDraft(text)}
        />
      )}
      {document !== undefined && !isEditing && <Shown document={document} />}
      {document !== undefined && isHistoryOpen && (
        <DocumentHistory document={document} mayRestore={mayWrite} onClose={() => setIsHistoryOpen(false)} />
      )}
    </Card>
  );
}

type ActionsProps = {
  readonly document: Document;
  readonly mayWrite: boolean;
  readonly onEdit: () => void;
  readonly onHistory: () => void;
};

function Actions({ document, mayWrite, onEdit, onHistory }: ActionsProps): ReactNode {
  const { label } = documentDefinition(document.kind);
  return (
    <>
      {document.version > 0 && (
        <Button
          size="sm"
          look="quiet"
          aria-label={`History of ${label}`}
          icon={<History className="size-3.5" aria-hidden />}
          onClick={onHistory}
        >
          History
        </Button>
      )}
      {mayWrite && (
        <Button
          size="sm"
          aria-label={`Edit ${label}`}
          icon={<PenLine className="size-3.5" aria-hidden />}
          onClick={onEdit}
        >
          Edit
        </Button>
      )}
    </>
  );
}

function Shown({ document }: { readonly document: Document }): ReactNode {
  const hint = useDocumentHint(document);
  return (
    <div className="flex flex-col gap-3">
      {document.text === "" ? (
        <p className="text-sm text-soft">Nothing yet. {hint}</p>
      ) : (
        <div className="max-h-96 overflow-y-auto" tabIndex={0} role="region" aria-label="Text">
          <Markdown text={document.text} />
        </div>
      )}
      {document.changedAt !== null && (
        <p className="text-xs text-faint">
          Revision {document.version}, <AgoInWords at={document.changedAt} />
          {document.changedBy?.name != null && (
            <>
              {" "}
              by <bdi>{safeText(document.changedBy.name)}</bdi>
            </>
          )}
          . Agents read a change from their next session on.
        </p>
      )}
    </div>
  );
}
