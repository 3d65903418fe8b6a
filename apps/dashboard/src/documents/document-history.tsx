import { documentDefinition } from "@cadre/domain";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { RotateCcw } from "lucide-react";
import { type ReactNode, useState } from "react";
import {
  type Document,
  documentRevision,
  documentRevisions,
  type DocumentRef,
  type Revision,
} from "../api/queries/documents.ts";
import { AgoInWords } from "../format/time.tsx";
import { diffLines } from "../text/diff-lines.ts";
import { DiffView } from "../text/diff-view.tsx";
import { safeText } from "../text/safe-text.ts";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { MoreButton } from "../ui/more-button.tsx";
import { Skeleton, SkeletonRows } from "../ui/skeleton.tsx";
import { useRestoreDocument } from "./use-change-document.ts";

type HistoryProps = { readonly document: Document; readonly mayRestore: boolean; readonly onClose: () => void };

/** Who changed a text, when, why and how; each earlier one can come back. */
export function DocumentHistory({ document, mayRestore, onClose }: HistoryProps): ReactNode {
  const list = useInfiniteQuery(documentRevisions(document));
  const restore = useRestoreDocument({ kind: document.kind, ownerId: document.ownerId }, onClose);
  const [open, setOpen] = useState<number>();
  const revisions = list.data?.pages.flatMap(({ data }) => data) ?? [];
  return (
    <Dialog isOpen onOpenChange={onClose} title={`History of ${documentDefinition(document.kind).label}`} width="lg">
      {list.isPending && <SkeletonRows count={4} />}
      {list.isError && <ErrorState error={list.error} doing="read the history" onRetry={() => void list.refetch()} />}
      <ol className="flex flex-col">
        {revisions.map((revision) => (
          <li key={revision.number} className="border-b border-line py-2.5 last:border-0">
            <Row
              revision={revision}
              isOpen={open === revision.number}
              onToggle={() => setOpen(open === revision.number ? undefined : revision.number)}
            />
            {open === revision.number && <Changes of={document} number={revision.number} />}
            {open === revision.number && mayRestore && revision.number !== document.version && (
              <Button
                size="sm"
                className="mt-2"
                icon={<RotateCcw className="size-3.5" aria-hidden />}
                isBusy={restore.isPending}
                onClick={() => restore.mutate({ version: document.version, number: revision.number })}
              >
                Bring revision {revision.number} back
              </Button>
            )}
          </li>
        ))}
      </ol>
      <MoreButton list={list} />
    </Dialog>
  );
}

type RowProps = { readonly revision: Revision; readonly isOpen: boolean; readonly onToggle: () => void };

function Row({ revision, isOpen, onToggle }: RowProps): ReactNode {
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      onClick={onToggle}
      className="touch-target flex w-full flex-wrap items-baseline gap-x-2 gap-y-0.5 rounded-sm px-1 text-left text-sm hover:bg-hover"
    >
      <span className="font-medium">Revision {revision.number}</span>
      {revision.restoredFrom !== null && <Badge>as in {revision.restoredFrom}</Badge>}
      <span className="min-w-0 flex-1 text-soft foreign-text">
        {revision.reason === null ? "" : safeText(revision.reason)}
      </span>
      <span className="text-xs text-faint">
        <bdi>{safeText(authorOf(revision))}</bdi>, <AgoInWords at={revision.createdAt} />
      </span>
    </button>
  );
}

export function authorOf({ author }: Pick<Revision, "author">): string {
  return author.kind === "system" ? "Cadre" : (author.name ?? "Somebody who left");
}

/** What a revision changed, compared with the one before. */
function Changes({ of: ref, number }: { readonly of: DocumentRef; readonly number: number }): ReactNode {
  const after = useQuery(documentRevision(ref, number));
  const before = useQuery({ ...documentRevision(ref, number - 1), enabled: number > 1 });
  const isReady = after.data !== undefined && (number === 1 || before.data !== undefined);
  const failed = after.error ?? before.error;
  if (failed !== null) {
    return <ErrorState error={failed} doing="read the revision" onRetry={() => void after.refetch()} />;
  }
  if (!isReady) return <Skeleton className="mt-1 h-16" />;
  return (
    <DiffView
      lines={diffLines(before.data?.text ?? "", after.data?.text ?? "")}
      label={`What revision ${number} changed`}
    />
  );
}
