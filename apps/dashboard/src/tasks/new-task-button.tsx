import { Plus } from "lucide-react";
import type { ReactNode } from "react";
import { useMay } from "../people/use-may.ts";
import { openOverlay } from "../shell/shell-state.ts";
import { Button } from "../ui/button.tsx";

/** Leads to a new task whoever may make one. */
export function NewTaskButton({ look = "neutral" }: { readonly look?: "primary" | "neutral" }): ReactNode {
  if (!useMay("member")) return null;
  return (
    <Button
      look={look}
      icon={<Plus className="size-4" aria-hidden />}
      onClick={() => openOverlay({ kind: "new-task" })}
    >
      New task
    </Button>
  );
}
