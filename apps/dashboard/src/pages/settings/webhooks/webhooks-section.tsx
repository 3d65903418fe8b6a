import { useQuery } from "@tanstack/react-query";
import { Plus, Webhook as WebhookIcon } from "lucide-react";
import { type ReactNode, useState } from "react";
import { webhooks } from "../../../api/queries/settings.ts";
import { useSearchWords, useSetSearchWords } from "../../../shell/use-search-words.ts";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import { ShownOnce } from "../../../ui/shown-once.tsx";
import { SkeletonRows } from "../../../ui/skeleton.tsx";
import { DeliveryList } from "./delivery-list.tsx";
import { WebhookDialog } from "./webhook-dialog.tsx";
import { WebhookRow } from "./webhook-row.tsx";

/** Addresses that are told of events, and what each was told. */
export function WebhooksSection(): ReactNode {
  const list = useQuery(webhooks);
  const chosen = useSearchWords()["webhook"];
  const set = useSetSearchWords();
  const [isMaking, setIsMaking] = useState(false);
  const [secret, setSecret] = useState<{ readonly text: string | null }>();
  const shown = list.data?.data.find(({ id }) => id === chosen);
  const make = (
    <Button size="sm" look="primary" icon={<Plus className="size-3.5" aria-hidden />} onClick={() => setIsMaking(true)}>
      New webhook
    </Button>
  );
  return (
    <div className="flex flex-col gap-4">
      <Card title="Webhooks" padding="flush" actions={list.data?.data.length !== 0 && make}>
        {list.isPending && <SkeletonRows count={2} />}
        {list.isError && (
          <ErrorState error={list.error} doing="read the webhooks" onRetry={() => void list.refetch()} />
        )}
        {list.data?.data.length === 0 && (
          <EmptyState icon={<WebhookIcon className="size-7" aria-hidden />} title="Nobody is told yet" action={make}>
            Another system hears of accepted tasks, approvals and the like the moment they happen, signed.
          </EmptyState>
        )}
        <ul>
          {list.data?.data.map((webhook) => (
            <WebhookRow
              key={webhook.id}
              webhook={webhook}
              isShown={webhook.id === chosen}
              onShow={() => set({ webhook: webhook.id === chosen ? "" : webhook.id })}
              onSecret={(text) => setSecret({ text })}
            />
          ))}
        </ul>
      </Card>
      {shown !== undefined && <DeliveryList key={shown.id} webhook={shown} />}
      {isMaking && (
        <WebhookDialog
          webhook={undefined}
          onClose={() => setIsMaking(false)}
          onSecret={(text) => setSecret({ text })}
        />
      )}
      {secret !== undefined && (
        <ShownOnce
          title="The signing secret"
          label="Signing secret"
          secret={secret.text}
          onClose={() => setSecret(undefined)}
        >
          The receiver checks each delivery with it, as Standard Webhooks says. A new one can be made any time.
        </ShownOnce>
      )}
    </div>
  );
}
