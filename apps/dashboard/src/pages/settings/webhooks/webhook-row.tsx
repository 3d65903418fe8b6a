import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Ellipsis, KeyRound, Pencil, Power, Send, Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { call } from "../../../api/call.ts";
import type { Webhook } from "../../../api/queries/settings.ts";
import { AgoInWords } from "../../../format/time.tsx";
import { safeText } from "../../../text/safe-text.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button, IconButton } from "../../../ui/button.tsx";
import { Confirm } from "../../../ui/confirm.tsx";
import { Menu, MenuItem, MenuSeparator } from "../../../ui/menu.tsx";
import { tellDone, tellProblem } from "../../../ui/toast.tsx";
import { WebhookDialog } from "./webhook-dialog.tsx";

type WebhookRowProps = {
  readonly webhook: Webhook;
  readonly isShown: boolean;
  readonly onShow: () => void;
  readonly onSecret: (secret: string | null) => void;
};

/** One webhook: where it goes, what it tells, how it fares. */
export function WebhookRow({ webhook, isShown, onShow, onSecret }: WebhookRowProps): ReactNode {
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-4 py-3 last:border-0">
      <div className="min-w-48 flex-1">
        <p className="flex flex-wrap items-center gap-2 text-sm font-medium">
          <bdi className="min-w-0 truncate">{safeText(webhook.url)}</bdi>
          <State webhook={webhook} />
        </p>
        <p className="truncate text-xs text-soft">
          {[safeText(webhook.description), webhook.eventTypes.join(", ")].filter(Boolean).join(" · ")}
        </p>
        {webhook.disabledReason !== null && (
          <p className="mt-0.5 text-xs text-bad foreign-text">{safeText(webhook.disabledReason)}</p>
        )}
      </div>
      <Button size="sm" aria-expanded={isShown} onClick={onShow}>
        Deliveries
      </Button>
      <Actions webhook={webhook} onSecret={onSecret} />
    </li>
  );
}

function State({ webhook }: { readonly webhook: Webhook }): ReactNode {
  if (!webhook.isEnabled) return <Badge tone="bad">off</Badge>;
  if (webhook.failingSince === null) return <Badge tone="good">on</Badge>;
  return (
    <>
      <Badge tone="warn">failing</Badge>
      <span className="text-xs font-normal text-warn">
        began <AgoInWords at={webhook.failingSince} />
      </span>
    </>
  );
}

type ActionsProps = Pick<WebhookRowProps, "webhook" | "onSecret">;
type Act = "test" | "rotate" | "switch" | "delete";

const DOING: Readonly<Record<Act, string>> = {
  test: "send a test",
  rotate: "make a new secret",
  switch: "switch it",
  delete: "remove the webhook",
};

function Actions({ webhook, onSecret }: ActionsProps): ReactNode {
  const [open, setOpen] = useState<"edit" | "delete">();
  const act = useAct(webhook, onSecret);
  const name = safeText(webhook.url);
  const icon = "size-4 text-faint";
  return (
    <>
      <Menu
        label={`About ${name}`}
        trigger={<IconButton label={`More about ${name}`} icon={<Ellipsis className="size-4" aria-hidden />} />}
      >
        <MenuItem
          icon={<Send className={icon} aria-hidden />}
          isDisabled={!webhook.isEnabled}
          onSelect={() => act.mutate("test")}
        >
          Send a test
        </MenuItem>
        <MenuItem icon={<Pencil className={icon} aria-hidden />} onSelect={() => setOpen("edit")}>
          Change…
        </MenuItem>
        <MenuItem icon={<KeyRound className={icon} aria-hidden />} onSelect={() => act.mutate("rotate")}>
          New secret
        </MenuItem>
        <MenuItem icon={<Power className={icon} aria-hidden />} onSelect={() => act.mutate("switch")}>
          {webhook.isEnabled ? "Switch off" : "Switch on"}
        </MenuItem>
        <MenuSeparator />
        <MenuItem look="danger" icon={<Trash2 className="size-4" aria-hidden />} onSelect={() => setOpen("delete")}>
          Remove…
        </MenuItem>
      </Menu>
      {open === "edit" && <WebhookDialog webhook={webhook} onClose={() => setOpen(undefined)} onSecret={onSecret} />}
      <Confirm
        isOpen={open === "delete"}
        onOpenChange={() => setOpen(undefined)}
        title="Remove this webhook?"
        confirmLabel="Remove"
        isBusy={act.isPending}
        onConfirm={() => act.mutate("delete")}
      >
        <p>{name}</p>
        <p>It is told nothing more, and the log of its deliveries goes with it.</p>
      </Confirm>
    </>
  );
}

function useAct(webhook: Webhook, onSecret: (secret: string | null) => void) {
  const client = useQueryClient();
  const params = { webhookId: webhook.id };
  return useMutation({
    mutationFn: async (act: Act): Promise<string> => {
      switch (act) {
        case "test":
          await call("POST /webhooks/:webhookId/test", { params, body: {} });
          return "A test is on its way: look at its deliveries";
        case "rotate":
          onSecret((await call("POST /webhooks/:webhookId/rotate-secret", { params, body: {} })).secret);
          return "It signs with a new secret; for a day with the old one, too";
        case "switch": {
          const body = { isEnabled: !webhook.isEnabled };
          await call("PATCH /webhooks/:webhookId", { params, body, version: webhook.version });
          return body.isEnabled ? "It is told from now on" : "It is told nothing more";
        }
        case "delete":
          await call("DELETE /webhooks/:webhookId", { params });
          return "The webhook is removed";
      }
    },
    onSuccess: (text) => tellDone(text),
    onError: (error, act) => tellProblem(error, DOING[act]),
    onSettled: () => client.invalidateQueries({ queryKey: ["webhooks"] }),
  });
}
