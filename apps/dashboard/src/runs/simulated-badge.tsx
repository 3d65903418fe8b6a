import { FlaskConical } from "lucide-react";
import type { ReactNode } from "react";
import { Badge } from "../ui/badge.tsx";

/** Marks what the simulated model did: no model thought here, and nothing was paid. */
export function SimulatedBadge(): ReactNode {
  return (
    <Badge
      tone="violet"
      icon={<FlaskConical className="size-3" aria-hidden />}
      title="The simulated model follows a script and costs nothing."
    >
      Simulated
    </Badge>
  );
}
