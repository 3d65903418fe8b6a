import { Link } from "@tanstack/react-router";
import { Compass } from "lucide-react";
import type { ReactNode } from "react";
import { buttonClass } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";

export function NoSuchPage(): ReactNode {
  return (
    <main className="grid min-h-dvh place-items-center">
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
    </main>
  );
}
