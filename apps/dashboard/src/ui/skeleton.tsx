import type { ReactNode } from "react";
import { cx } from "./class-names.ts";

/** The shape of what is about to come. */
export function Skeleton({ className }: { readonly className?: string }): ReactNode {
  return <div aria-hidden className={cx("rounded-sm bg-pressed animate-shimmer", className)} />;
}

/** Some lines of a list that is being read. */
export function SkeletonRows({ count = 5 }: { readonly count?: number }): ReactNode {
  return (
    <div role="status" aria-label="Loading" className="flex flex-col gap-3 p-4">
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className="flex items-center gap-3">
          <Skeleton className="size-4 rounded-full" />
          <Skeleton className={cx("h-4", ROW_WIDTHS[index % ROW_WIDTHS.length])} />
        </div>
      ))}
    </div>
  );
}

const ROW_WIDTHS = ["w-3/5", "w-2/5", "w-1/2", "w-1/3"];
