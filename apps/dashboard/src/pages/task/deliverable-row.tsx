import { useMutation, useQuery } from "@tanstack/react-query";
import { Download, Eye, FileText, FolderOpen, Link as LinkIcon, MessageSquarePlus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { callRaw } from "../../api/call.ts";
import { me } from "../../api/queries/organization.ts";
import type { TaskDetail } from "../../api/queries/tasks.ts";
import { FeedbackDialog } from "../../feedback/feedback-dialog.tsx";
import { fileSize } from "../../format/numbers.ts";
import { saveFile } from "../../format/save-file.ts";
import { isAtLeast } from "../../people/roles.ts";
import { Markdown, PlainText } from "../../text/markdown.tsx";
import { safeText } from "../../text/safe-text.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { tellProblem } from "../../ui/toast.tsx";

type Deliverable = TaskDetail["deliverables"][number];

/** Larger files are only downloaded. */
const MOST_PREVIEW_BYTES = 1_000_000;
const ICONS = { file: FileText, directory: FolderOpen, link: LinkIcon } as const;

/** One result: what it is, a look into it, and its bytes. */
export function DeliverableRow({ deliverable }: { readonly deliverable: Deliverable }): ReactNode {
  const [isShown, setIsShown] = useState(false);
  const download = useMutation({
    mutationFn: () => readContent(deliverable.id),
    onSuccess: async (response) => saveFile(await response.blob(), fileNameOf(deliverable)),
    onError: (error) => tellProblem(error, `download ${deliverable.title}`),
  });
  const Icon = ICONS[deliverable.type];
  const isFile = deliverable.type === "file";
  return (
    <li className="flex items-center gap-3 border-b border-line px-4 py-2.5 last:border-0">
      <Icon className="size-4 shrink-0 text-soft" aria-hidden />
      <div className="min-w-0 flex-1">
        <p className="truncate text-sm font-medium">
          <bdi>{safeText(deliverable.title)}</bdi>
        </p>
        <p className="line-clamp-2 text-xs text-soft foreign-text">
          {[
            deliverable.bytes === null ? "" : fileSize(deliverable.bytes),
            `version ${deliverable.version}`,
            safeText(deliverable.summary),
          ]
            .filter(Boolean)
            .join(" · ")}
        </p>
      </div>
      {isFile && (
        <>
          <Button
            size="sm"
            icon={<Eye className="size-3.5" aria-hidden />}
            disabled={(deliverable.bytes ?? 0) > MOST_PREVIEW_BYTES}
            onClick={() => setIsShown(true)}
          >
            Preview
          </Button>
          <IconButton
            label={`Download ${deliverable.title}`}
            look="neutral"
            icon={<Download className="size-4" aria-hidden />}
            onClick={() => download.mutate()}
          />
        </>
      )}
      <SayButton deliverable={deliverable} />
      {deliverable.type === "link" && <SafeLink address={deliverable.reference} />}
      {isShown && <Preview deliverable={deliverable} onClose={() => setIsShown(false)} />}
    </li>
  );
}

/** Tells the agent that made a result what somebody thinks of it. */
function SayButton({ deliverable }: { readonly deliverable: Deliverable }): ReactNode {
  const [isSaying, setIsSaying] = useState(false);
  const maySay = isAtLeast(useQuery(me).data?.role ?? "viewer", "member");
  if (!maySay) return null;
  const title = safeText(deliverable.title);
  return (
    <>
      <IconButton
        label={`Give feedback on ${title}`}
        look="neutral"
        icon={<MessageSquarePlus className="size-4" aria-hidden />}
        onClick={() => setIsSaying(true)}
      />
      {isSaying && (
        <FeedbackDialog
          title={`Feedback on ${title}`}
          about={{ deliverableId: deliverable.id }}
          onClose={() => setIsSaying(false)}
        />
      )}
    </>
  );
}

function Preview({
  deliverable,
  onClose,
}: {
  readonly deliverable: Deliverable;
  readonly onClose: () => void;
}): ReactNode {
  const content = useQuery({
    queryKey: ["deliverables", "content", deliverable.id],
    queryFn: async () => new TextDecoder().decode(await (await readContent(deliverable.id)).arrayBuffer()),
    gcTime: 60_000,
  });
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={safeText(deliverable.title)}
      description={safeText(deliverable.reference)}
      width="lg"
    >
      {content.isPending && <SkeletonRows count={5} />}
      {content.isError && (
        <ErrorState error={content.error} doing="read the file" onRetry={() => void content.refetch()} />
      )}
      {content.data !== undefined && <Content text={content.data} name={fileNameOf(deliverable)} />}
    </Dialog>
  );
}

function Content({ text, name }: { readonly text: string; readonly name: string }): ReactNode {
  if (text.includes("\0")) return <p className="text-sm text-soft">This is no text. Download it to look into it.</p>;
  return /\.(md|markdown)$/i.test(name) ? <Markdown text={text} /> : <PlainText text={text} label={name} />;
}

function SafeLink({ address }: { readonly address: string }): ReactNode {
  if (!/^https?:\/\//i.test(address))
    return <span className="max-w-48 truncate text-xs text-soft">{safeText(address)}</span>;
  return (
    <a
      href={address}
      target="_blank"
      rel="noopener noreferrer nofollow"
      className="max-w-48 truncate text-xs text-accent-ink underline"
    >
      {safeText(address)}
    </a>
  );
}

function readContent(deliverableId: string): Promise<Response> {
  return callRaw("GET /deliverables/:deliverableId/content", { params: { deliverableId } });
}

function fileNameOf({ reference }: Deliverable): string {
  return reference.split("/").at(-1) ?? reference;
}
