import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ChevronRight, RefreshCw, RotateCcw } from "lucide-react";
import { type ReactNode, useState } from "react";
import { call } from "../../../api/call.ts";
import { type Delivery, type Webhook, webhookDeliveries, webhookDelivery } from "../../../api/queries/settings.ts";
import { counted } from "../../../format/numbers.ts";
import { Ago, AgoInWords, shortDuration } from "../../../format/time.tsx";
import { PlainText } from "../../../text/markdown.tsx";
import { safeText } from "../../../text/safe-text.ts";
import { Badge, type Tone } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { cx } from "../../../ui/class-names.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import { MoreButton } from "../../../ui/more-button.tsx";
import { SkeletonRows } from "../../../ui/skeleton.tsx";
import { tellDone, tellProblem } from "../../../ui/toast.tsx";
import { ReplayFailedButton } from "./replay-failed.tsx";

const TONES: Readonly<Record<Delivery["status"], Tone>> = { queued: "info", delivered: "good", failed: "bad" };

/** What a webhook was or will be told, each with its tries. */
export function DeliveryList({ webhook }: { readonly webhook: Webhook }): ReactNode {
  const list = useInfiniteQuery(webhookDeliveries(webhook.id));
  const deliveries = list.data?.pages.flatMap(({ data }) => data) ?? [];
  return (
    <Card
      title={<bdi className="block truncate">Deliveries to {safeText(webhook.url)}</bdi>}
      padding="flush"
      actions={
        <Button
          size="sm"
          isBusy={list.isFetching}
          icon={<RefreshCw className="size-3.5" aria-hidden />}
          onClick={() => void list.refetch()}
        >
          Look again
        </Button>
      }
    >
      {list.isPending && <SkeletonRows count={3} />}
      {list.isError && (
        <ErrorState error={list.error} doing="read the deliveries" onRetry={() => void list.refetch()} />
      )}
      {list.isSuccess && deliveries.length === 0 && (
        <EmptyState title="It was told nothing yet">"Send a test" in its menu tries it out.</EmptyState>
      )}
      {deliveries.length > 0 && (
        <div className="border-b border-line px-4 py-2">
          <ReplayFailedButton webhook={webhook} />
        </div>
      )}
      <ul>
        {deliveries.map((delivery) => (
          <DeliveryRow key={delivery.id} delivery={delivery} />
        ))}
      </ul>
      <MoreButton list={list} />
    </Card>
  );
}

function DeliveryRow({ delivery }: { readonly delivery: Delivery }): ReactNode {
  const [isOpen, setIsOpen] = useState(false);
  const { webhookId, id: deliveryId, status } = delivery;
  const client = useQueryClient();
  const replay = useMutation({
    mutationFn: () =>
      call("POST /webhooks/:webhookId/deliveries/:deliveryId/replay", { params: { webhookId, deliveryId }, body: {} }),
    onSuccess: () => tellDone("It is sent again"),
    onError: (error) => tellProblem(error, "send it again"),
    onSettled: () => client.invalidateQueries({ queryKey: ["webhooks", "deliveries", webhookId] }),
  });
  return (
    <li className="border-b border-line last:border-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2 text-sm">
        <button
          type="button"
          aria-expanded={isOpen}
          className="flex min-w-48 flex-1 items-center gap-2 text-left"
          onClick={() => setIsOpen(!isOpen)}
        >
          <ChevronRight className={cx("size-3.5 shrink-0 text-faint", isOpen && "rotate-90")} aria-hidden />
          <Badge tone={TONES[status]}>{status}</Badge>
          <span className="truncate">{delivery.eventType}</span>
          {delivery.replayOf !== null && <span className="shrink-0 text-xs text-faint">again</span>}
        </button>
        <span className="text-xs text-soft tabular-nums">
          {counted(delivery.attempts, "try", "tries")}
          {delivery.responseStatus !== null && ` · ${delivery.responseStatus}`}
          {delivery.nextAttemptAt !== null && (
            <>
              {" · next "}
              <AgoInWords at={delivery.nextAttemptAt} />
            </>
          )}
        </span>
        <Ago at={delivery.createdAt} className="text-xs text-faint" />
        {status !== "queued" && (
          <Button
            size="sm"
            look="quiet"
            isBusy={replay.isPending}
            icon={<RotateCcw className="size-3.5" aria-hidden />}
            onClick={() => replay.mutate()}
          >
            Replay
          </Button>
        )}
      </div>
      {isOpen && <DeliveryDetail delivery={delivery} />}
    </li>
  );
}

function DeliveryDetail({ delivery }: { readonly delivery: Delivery }): ReactNode {
  const detail = useQuery(webhookDelivery(delivery.webhookId, delivery.id));
  if (detail.isPending) return <SkeletonRows count={2} />;
  if (detail.isError) {
    return <ErrorState error={detail.error} doing="read this delivery" onRetry={() => void detail.refetch()} />;
  }
  const { tries, body } = detail.data;
  return (
    <div className="flex flex-col gap-3 px-4 pb-3">
      <ol className="flex flex-col gap-1 text-xs">
        {tries.map((each) => (
          <li key={each.number} className="foreign-text">
            <span className="text-faint tabular-nums">
              Try {each.number} · <Ago at={each.createdAt} /> · {shortDuration(each.durationMs)} ·{" "}
            </span>
            <span className={each.error === null ? "" : "text-bad"}>
              {each.error === null ? `answered ${each.responseStatus ?? ""}` : safeText(each.error)}
            </span>
            {each.responseText !== null && each.responseText !== "" && (
              <span className="text-soft"> {safeText(each.responseText)}</span>
            )}
          </li>
        ))}
      </ol>
      <PlainText text={body} label="What is sent" />
    </div>
  );
}
