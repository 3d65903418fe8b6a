import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { call } from "../../../api/call.ts";
import { type ApiKey, apiKeys } from "../../../api/queries/settings.ts";
import { AgoInWords } from "../../../format/time.tsx";
import { ActorName } from "../../../people/actor-name.tsx";
import { ROLE_WORDS } from "../../../people/roles.ts";
import { safeText } from "../../../text/safe-text.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { Confirm } from "../../../ui/confirm.tsx";
import { cx } from "../../../ui/class-names.ts";
import { tellDone, tellProblem } from "../../../ui/toast.tsx";

/** One key: never the key itself. */
export function ApiKeyRow({ apiKey }: { readonly apiKey: ApiKey }): ReactNode {
  const [isAsked, setIsAsked] = useState(false);
  const state = stateOf(apiKey);
  const client = useQueryClient();
  const revoke = useMutation({
    mutationFn: () => call("DELETE /api-keys/:apiKeyId", { params: { apiKeyId: apiKey.id } }),
    onSuccess: () => tellDone(`${apiKey.name} is revoked`),
    onError: (error) => tellProblem(error, `revoke ${apiKey.name}`),
    onSettled: () => {
      setIsAsked(false);
      return client.invalidateQueries({ queryKey: apiKeys.queryKey });
    },
  });
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-4 py-2.5 last:border-0">
      <Facts apiKey={apiKey} state={state} />
      {state === "works" && (
        <Button size="sm" onClick={() => setIsAsked(true)}>
          Revoke…
        </Button>
      )}
      <Confirm
        isOpen={isAsked}
        onOpenChange={setIsAsked}
        title={`Revoke ${safeText(apiKey.name)}?`}
        confirmLabel="Revoke"
        isBusy={revoke.isPending}
        onConfirm={() => revoke.mutate()}
      >
        <p>Whatever uses it is refused at once. Nothing brings it back; make another one.</p>
      </Confirm>
    </li>
  );
}

type KeyState = "works" | "revoked" | "expired";

function Facts({ apiKey, state }: { readonly apiKey: ApiKey; readonly state: KeyState }): ReactNode {
  return (
    <div className={cx("min-w-48 flex-1", state !== "works" && "text-soft")}>
      <p className="flex flex-wrap items-center gap-2 text-sm font-medium">
        <bdi className="truncate">{safeText(apiKey.name)}</bdi>
        <code className="font-mono text-xs font-normal text-faint">{apiKey.prefix}…</code>
        <Badge>{ROLE_WORDS[apiKey.role].label}</Badge>
        {state !== "works" && <Badge tone="bad">{state}</Badge>}
      </p>
      <p className="mt-0.5 flex flex-wrap items-center gap-x-3 text-xs text-soft">
        <ActorName kind="person" id={apiKey.personId} />
        <span>
          {apiKey.lastUsedAt === null ? (
            "never used"
          ) : (
            <>
              used <AgoInWords at={apiKey.lastUsedAt} />
            </>
          )}
        </span>
        <span>
          {apiKey.expiresAt === null ? (
            "never expires"
          ) : (
            <>
              expires <AgoInWords at={apiKey.expiresAt} />
            </>
          )}
        </span>
      </p>
    </div>
  );
}

function stateOf({ revokedAt, expiresAt }: ApiKey): KeyState {
  if (revokedAt !== null) return "revoked";
  return expiresAt !== null && Date.parse(expiresAt) <= Date.now() ? "expired" : "works";
}
