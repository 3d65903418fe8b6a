import { Plus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useMay } from "../../../people/use-may.ts";
import { Button } from "../../../ui/button.tsx";
import { NewTeamDialog } from "./new-team-dialog.tsx";

/** Leads to a new team whoever may make one. */
export function NewTeamButton({ onMade }: { readonly onMade?: (teamId: string) => void }): ReactNode {
  const mayMake = useMay("admin");
  const [isMaking, setIsMaking] = useState(false);
  if (!mayMake) return null;
  return (
    <>
      <Button icon={<Plus className="size-4" aria-hidden />} onClick={() => setIsMaking(true)}>
        New team
      </Button>
      {isMaking && <NewTeamDialog onClose={() => setIsMaking(false)} onMade={onMade} />}
    </>
  );
}
