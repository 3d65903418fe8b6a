import { Link } from "@tanstack/react-router";
import { Compass } from "lucide-react";
import type { ReactNode } from "react";
import { PageFrame } from "../pages/page-frame.tsx";
import { buttonClass } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";

/** Stands within the shell: everything else is one press away. */
export function NoSuchPage(): ReactNode {
  return (
    <PageFrame title="No such page">
      <EmptyState
        icon={<Compass className="size-8" aria-hidden />}
        title="There is no page at this address"
        action={
          <Link to="/" className={buttonClass("primary")}>
            Go home
          </Link>
        }
      >
        The link may be old, or a letter of it got lost.
      </EmptyState>
    </PageFrame>
  );
}
