import type { ReactNode } from "react";
import { Button } from "./button.tsx";

type MoreButtonProps = {
  readonly list: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly fetchNextPage: () => Promise<unknown>;
  };
};

/** Reads the next page of a list; nothing when it was the last one. */
export function MoreButton({ list }: MoreButtonProps): ReactNode {
  if (!list.hasNextPage) return null;
  return (
    <div className="flex justify-center py-4">
      <Button isBusy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
        Show more
      </Button>
    </div>
  );
}
