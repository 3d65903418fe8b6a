import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { FlaskConical, X } from "lucide-react";
import { type ReactNode, useState } from "react";
import { lastRuns } from "../api/queries/work.ts";
import { useMay } from "../people/use-may.ts";
import { buttonClass, IconButton } from "../ui/button.tsx";

const DISMISSED = "cadre.model-banner";

/** Says that the agents do not think: they use the simulated model. Nobody must find that out later. */
export function ModelBanner(): ReactNode {
  const [isDismissed, setIsDismissed] = useState(() => sessionStorage.getItem(DISMISSED) !== null);
  const mayConnect = useMay("admin");
  // A run that has called no model yet cannot say which it uses.
  const newest = useQuery(lastRuns).data?.data.find(({ modelCalls }) => modelCalls > 0);
  if (isDismissed || newest?.isSimulated !== true) return null;
  const dismiss = (): void => {
    sessionStorage.setItem(DISMISSED, "1");
    setIsDismissed(true);
  };
  return (
    <div className="flex items-center gap-2 border-b border-line bg-violet-soft px-4 py-1 text-xs text-violet">
      <FlaskConical className="size-3.5 shrink-0" aria-hidden />
      <p className="min-w-0 flex-1 sm:hidden">Simulated model: a script, no cost.</p>
      <p className="hidden min-w-0 flex-1 truncate sm:block">
        Agents use the simulated model: it truly uses the tools, but follows a script and costs nothing.
      </p>
      {mayConnect && (
        <Link to="/settings/models" className={buttonClass("neutral", "sm")}>
          Connect a real model
        </Link>
      )}
      <IconButton label="Hide until the next visit" icon={<X className="size-3.5" aria-hidden />} onClick={dismiss} />
    </div>
  );
}
