import { useQuery } from "@tanstack/react-query";
import { KeyRound, Plus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { me } from "../../../api/queries/organization.ts";
import { apiKeys } from "../../../api/queries/settings.ts";
import { isAtLeast } from "../../../people/roles.ts";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import { SkeletonRows } from "../../../ui/skeleton.tsx";
import { ApiKeyRow } from "./api-key-row.tsx";
import { NewKeyDialog } from "./new-key-dialog.tsx";

/** Keys for other systems: what each can do, until when, and when it was used. */
export function ApiKeysSection(): ReactNode {
  const list = useQuery(apiKeys);
  const mayMake = isAtLeast(useQuery(me).data?.role ?? "viewer", "member");
  const [isMaking, setIsMaking] = useState(false);
  const make = mayMake && (
    <Button size="sm" look="primary" icon={<Plus className="size-3.5" aria-hidden />} onClick={() => setIsMaking(true)}>
      New key
    </Button>
  );
  return (
    <Card title="API keys" padding="flush" actions={make}>
      {list.isPending && <SkeletonRows count={3} />}
      {list.isError && <ErrorState error={list.error} doing="read the keys" onRetry={() => void list.refetch()} />}
      {list.data?.data.length === 0 && (
        <EmptyState icon={<KeyRound className="size-7" aria-hidden />} title="No keys" action={make}>
          With a key another system assigns tasks and follows them. The API describes itself at /api/openapi.json.
        </EmptyState>
      )}
      <ul>
        {list.data?.data.map((key) => (
          <ApiKeyRow key={key.id} apiKey={key} />
        ))}
      </ul>
      {isMaking && <NewKeyDialog onClose={() => setIsMaking(false)} />}
    </Card>
  );
}
