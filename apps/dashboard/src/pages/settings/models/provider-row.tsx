import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Ellipsis, Pencil, PlugZap, Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { call } from "../../../api/call.ts";
import { type LlmProvider, type LlmSettings, llmSettings } from "../../../api/queries/settings.ts";
import { safeText } from "../../../text/safe-text.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button, IconButton } from "../../../ui/button.tsx";
import { Confirm } from "../../../ui/confirm.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import { Menu, MenuItem } from "../../../ui/menu.tsx";
import { tellDone, tellProblem } from "../../../ui/toast.tsx";
import { ProviderDialog } from "./provider-dialog.tsx";
import { TestResult } from "./test-result.tsx";

type ProviderRowProps = { readonly provider: LlmProvider; readonly kinds: LlmSettings["kinds"] };

/** One provider: never its key, and what a real call to it says. */
export function ProviderRow({ provider, kinds }: ProviderRowProps): ReactNode {
  const [open, setOpen] = useState<"edit" | "delete">();
  const test = useMutation({
    mutationFn: () =>
      call("POST /settings/llm/providers/:llmProviderId/test", { params: { llmProviderId: provider.id }, body: {} }),
  });
  const facts = [
    safeText(kinds.find(({ kind }) => kind === provider.kind)?.label ?? provider.kind),
    provider.baseUrl === null ? "" : safeText(provider.baseUrl),
    keyText(provider),
  ];
  const name = safeText(provider.name);
  return (
    <li className="flex flex-col gap-2 border-b border-line px-4 py-3 last:border-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <div className="min-w-48 flex-1">
          <p className="flex items-center gap-2 text-sm font-medium">
            <bdi className="truncate">{name}</bdi>
            {provider.costsNothing && <Badge>costs nothing</Badge>}
          </p>
          <p className="truncate text-xs text-soft">{facts.filter(Boolean).join(" · ")}</p>
        </div>
        <Button
          size="sm"
          isBusy={test.isPending}
          icon={<PlugZap className="size-3.5" aria-hidden />}
          title="Makes one tiny real call. It costs a fraction of a cent."
          onClick={() => test.mutate()}
        >
          Test
        </Button>
        <Menu
          label={`About ${name}`}
          trigger={<IconButton label={`More about ${name}`} icon={<Ellipsis className="size-4" aria-hidden />} />}
        >
          <MenuItem icon={<Pencil className="size-4 text-faint" aria-hidden />} onSelect={() => setOpen("edit")}>
            Change…
          </MenuItem>
          <MenuItem look="danger" icon={<Trash2 className="size-4" aria-hidden />} onSelect={() => setOpen("delete")}>
            Forget…
          </MenuItem>
        </Menu>
      </div>
      <div aria-live="polite">
        {test.data !== undefined && <TestResult result={test.data} />}
        {test.isError && <ErrorState error={test.error} doing={`test ${provider.name}`} />}
      </div>
      {open === "edit" && <ProviderDialog kinds={kinds} provider={provider} onClose={() => setOpen(undefined)} />}
      {open === "delete" && <Forget provider={provider} onClose={() => setOpen(undefined)} />}
    </li>
  );
}

function keyText({ hasKey, keyEnding }: LlmProvider): string {
  if (!hasKey) return "no key";
  return keyEnding === null ? "key kept" : `key …${keyEnding}`;
}

function Forget({ provider, onClose }: { readonly provider: LlmProvider; readonly onClose: () => void }): ReactNode {
  const client = useQueryClient();
  const forget = useMutation({
    mutationFn: () => call("DELETE /settings/llm/providers/:llmProviderId", { params: { llmProviderId: provider.id } }),
    onSuccess: () => tellDone(`${provider.name} is forgotten`),
    onError: (error) => tellProblem(error, `forget ${provider.name}`),
    onSettled: () => {
      onClose();
      return client.invalidateQueries({ queryKey: llmSettings.queryKey });
    },
  });
  return (
    <Confirm
      isOpen
      onOpenChange={onClose}
      title={`Forget ${safeText(provider.name)}?`}
      confirmLabel="Forget"
      isBusy={forget.isPending}
      onConfirm={() => forget.mutate()}
    >
      <p>Its key is deleted. Refused while the default or an agent uses one of its models.</p>
    </Confirm>
  );
}
