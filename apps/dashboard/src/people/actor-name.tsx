import type { ReactNode } from "react";
import { Avatar } from "./avatar.tsx";
import { type ActorKind, useNames } from "./use-names.ts";

/** Somebody with picture and name. */
export function ActorName({ kind, id }: { readonly kind: ActorKind; readonly id: string }): ReactNode {
  const name = useNames()(kind, id);
  return (
    <span className="inline-flex max-w-full min-w-0 items-center gap-1.5">
      <Avatar name={name} kind={kind} size="sm" />
      <bdi className="truncate">{name}</bdi>
    </span>
  );
}
