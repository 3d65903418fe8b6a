import type { UseQueryResult } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { SearchX } from "lucide-react";
import type { ReactNode } from "react";
import { problemCode } from "../api/problem.ts";
import { buttonClass } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { SkeletonRows } from "../ui/skeleton.tsx";

type ThingScreenProps<T> = {
  readonly query: UseQueryResult<T>;
  /** What it is called in sentences, such as `task`; also the first word of its fault codes. */
  readonly kind: string;
  /** Why there may be none, and where to go then. */
  readonly missing: { readonly why: string; readonly to: string; readonly goThere: string };
  readonly children: (thing: T) => ReactNode;
};

/** The screen of one thing that an address names: while it is read, when there is none, when that failed, and the thing itself. */
export function ThingScreen<T>({ query, kind, missing, children }: ThingScreenProps<T>): ReactNode {
  if (query.isPending) return <SkeletonRows count={7} />;
  if (problemCode(query.error) === `${kind}.not-found`) return <NoSuchThing kind={kind} {...missing} />;
  if (query.isError) {
    return <ErrorState error={query.error} doing={`read this ${kind}`} onRetry={() => void query.refetch()} />;
  }
  return children(query.data);
}

type NoSuchThingProps = ThingScreenProps<unknown>["missing"] & { readonly kind: string };

function NoSuchThing({ kind, why, to, goThere }: NoSuchThingProps): ReactNode {
  return (
    <EmptyState
      icon={<SearchX className="size-8" aria-hidden />}
      title={`There is no such ${kind}`}
      action={
        <Link to={to} className={buttonClass("primary")}>
          {goThere}
        </Link>
      }
    >
      {why}
    </EmptyState>
  );
}
