import type { ReactNode } from "react";
import { CopyBlock } from "../../ui/copy-block.tsx";
import { LonePage } from "../lone-page.tsx";

/** Somebody came without the link. */
export function NoToken(): ReactNode {
  return (
    <LonePage title="Cadre waits for its owner" subtitle="It runs, and nobody has set it up yet.">
      <div className="flex flex-col gap-3 text-sm">
        <p>Open the link that the newest start printed in its terminal. It looks like this:</p>
        <CopyBlock label="Example" text={`Cadre is ready: ${location.origin}/setup?token=…`} />
        <p className="text-soft">
          Each start prints a new link and makes the one before useless, so that only who can read the terminal becomes
          the owner.
        </p>
      </div>
    </LonePage>
  );
}
