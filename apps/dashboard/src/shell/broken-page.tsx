import { RotateCw } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "../ui/button.tsx";
import { ErrorState } from "../ui/error-state.tsx";

/** What stands where a page broke. A new version on the server takes the old one's files away; reloading gets the new ones. */
export function BrokenPage({ error }: { readonly error: unknown }): ReactNode {
  return (
    <div className="mx-auto max-w-xl p-4">
      <ErrorState error={error} doing="show this page" />
      <div className="px-4">
        <Button icon={<RotateCw className="size-4" aria-hidden />} onClick={() => location.reload()}>
          Reload
        </Button>
      </div>
    </div>
  );
}
