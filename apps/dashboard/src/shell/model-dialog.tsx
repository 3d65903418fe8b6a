import type { ReactNode } from "react";
import { CopyBlock } from "../ui/copy-block.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { closeOverlay } from "./shell-state.ts";

const COMMAND = "CADRE_MODEL_PROVIDER=anthropic ANTHROPIC_API_KEY=… CADRE_SPEND_LIMIT_USD=5 npm start";

/** How agents get a model that thinks. */
export function ModelDialog(): ReactNode {
  return (
    <Dialog
      isOpen
      onOpenChange={closeOverlay}
      title="Connect a real model"
      description="The same team then does the same work, and thinks."
    >
      <ol className="flex list-decimal flex-col gap-3 pl-5 text-sm">
        <li>Stop Cadre in its terminal with Ctrl-C. Work under way goes on at the next start.</li>
        <li>
          <p>Start it again with your provider's key and a daily limit:</p>
          <div className="mt-2">
            <CopyBlock text={COMMAND} label="Command" />
          </div>
        </li>
        <li>
          Every real call is reserved with its worst case under that limit before it is sent. When the limit is reached,
          agents wait for the next day.
        </li>
      </ol>
    </Dialog>
  );
}
