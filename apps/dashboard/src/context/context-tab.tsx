import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { runCalls } from "../api/queries/context.ts";
import { buttonClass } from "../ui/button.tsx";
import { CallInspector } from "./call-inspector.tsx";

/** The calls of a run, looked into. Its session has them all, and the log they are made from. */
export function ContextTab({
  runId,
  sessionId,
}: {
  readonly runId: string;
  readonly sessionId: string | null;
}): ReactNode {
  const list = useQuery(runCalls(runId));
  return (
    <div className="flex flex-col gap-3">
      {sessionId !== null && (
        <Link to={`/sessions/${sessionId}`} className={`${buttonClass("neutral", "sm")} self-start`}>
          The whole session
        </Link>
      )}
      <CallInspector list={list} />
    </div>
  );
}
