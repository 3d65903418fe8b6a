import { useMutation, useQueryClient } from "@tanstack/react-query";
import { RotateCcw } from "lucide-react";
import { type ReactNode, useState } from "react";
import { call } from "../../../api/call.ts";
import { fieldError } from "../../../api/problem.ts";
import type { Webhook } from "../../../api/queries/settings.ts";
import { counted } from "../../../format/numbers.ts";
import { Button } from "../../../ui/button.tsx";
import { SelectField } from "../../../ui/field.tsx";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { tellDone } from "../../../ui/toast.tsx";

const HOUR_MS = 3_600_000;

/** Since when, longest last; deliveries are kept for longer than any of them. */
const SINCE = {
  hour: { label: "The last hour", within: "in the last hour", ms: HOUR_MS },
  day: { label: "The last day", within: "in the last day", ms: 24 * HOUR_MS },
  week: { label: "The last week", within: "in the last week", ms: 7 * 24 * HOUR_MS },
} as const;
type Since = keyof typeof SINCE;

/** Opens the sending again of what failed. */
export function ReplayFailedButton({ webhook }: { readonly webhook: Webhook }): ReactNode {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button size="sm" icon={<RotateCcw className="size-3.5" aria-hidden />} onClick={() => setIsOpen(true)}>
        Send failed ones again…
      </Button>
      {isOpen && <ReplayFailedDialog webhook={webhook} onClose={() => setIsOpen(false)} />}
    </>
  );
}

type ReplayFailedDialogProps = { readonly webhook: Webhook; readonly onClose: () => void };

function ReplayFailedDialog({ webhook: { id: webhookId }, onClose }: ReplayFailedDialogProps): ReactNode {
  const [since, setSince] = useState<Since>("day");
  const client = useQueryClient();
  const replay = useMutation({
    mutationFn: (span: Since) =>
      call("POST /webhooks/:webhookId/replay-failed", {
        params: { webhookId },
        body: { since: new Date(Date.now() - SINCE[span].ms).toISOString() },
      }),
    onSuccess: ({ queued, hasMore }) => {
      // What is left to say or to do is said where it was asked for.
      if (queued === 0 || hasMore) return;
      tellDone(`${sent(queued)} again`);
      onClose();
    },
    onSettled: () => client.invalidateQueries({ queryKey: ["webhooks", "deliveries", webhookId] }),
  });
  const told = replay.data;
  return (
    <FormDialog
      title="Send failed ones again"
      description="Oldest first, each as it was: a receiver knows by its id what it had before. What arrived otherwise is not sent."
      width="sm"
      submitLabel={told?.hasMore === true ? "Send the next" : "Send again"}
      onSubmit={() => replay.mutate(since)}
      onClose={onClose}
      isBusy={replay.isPending}
      isReady
      error={replay.error}
      fields={["since"]}
    >
      <SelectField
        label="What failed since"
        value={since}
        error={fieldError(replay.error, "since")}
        onChange={({ target }) => {
          setSince(spanOf(target.value));
          replay.reset();
        }}
      >
        {Object.entries(SINCE).map(([span, { label }]) => (
          <option key={span} value={span}>
            {label}
          </option>
        ))}
      </SelectField>
      {told !== undefined && (
        <p role="status" className="text-sm text-soft">
          {told.queued === 0
            ? `Nothing to send: nothing failed ${SINCE[since].within} that did not arrive otherwise or is on its way.`
            : `${sent(told.queued)} again. More failed ${SINCE[since].within}: so many are sent at once.`}
        </p>
      )}
    </FormDialog>
  );
}

function spanOf(value: string): Since {
  return value === "hour" || value === "week" ? value : "day";
}

function sent(count: number): string {
  return `${counted(count, "delivery is", "deliveries are")} sent`;
}
