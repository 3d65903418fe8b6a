import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { type Session, sessionCalls, sessionDetail } from "../../api/queries/context.ts";
import { taskDetail } from "../../api/queries/tasks.ts";
import { CallInspector } from "../../context/call-inspector.tsx";
import { HistoryList, type Stretch } from "../../context/history-list.tsx";
import { NextCall } from "../../context/next-call.tsx";
import { counted } from "../../format/numbers.ts";
import { AgoInWords } from "../../format/time.tsx";
import { useNames } from "../../people/use-names.ts";
import { AddressTabs } from "../../shell/address-tabs.tsx";
import { ThingScreen } from "../../shell/thing-screen.tsx";
import { type SearchWords, useSearchWords, useSetSearchWords } from "../../shell/use-search-words.ts";
import { safeText } from "../../text/safe-text.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { OtherSessions } from "./other-sessions.tsx";
import { SessionMenu } from "./session-menu.tsx";
import { SessionNotices } from "./session-notices.tsx";

const MISSING = {
  why: "The link may be old, or it belongs to another organization.",
  to: "/board",
  goThere: "To the board",
} as const;

/** One session: its calls looked into, its log with its marks, and what its next call would send. */
export function SessionScreen(): ReactNode {
  const sessionId = useParams({
    strict: false,
    select: (params) => ("sessionId" in params ? String(params.sessionId) : ""),
  });
  const session = useQuery(sessionDetail(sessionId));
  return (
    <ThingScreen query={session} kind="session" missing={MISSING}>
      {(thing) => <SessionPage key={thing.id} session={thing} />}
    </ThingScreen>
  );
}

function SessionPage({ session }: { readonly session: Session }): ReactNode {
  const words = useSearchWords();
  const set = useSetSearchWords();
  const calls = useQuery(sessionCalls(session.id));
  const stretch = stretchOf(words);
  const tabs = [
    { id: "calls", label: "Model calls", content: <CallInspector list={calls} /> },
    {
      id: "history",
      label: "History",
      content: (
        <div className="flex flex-col gap-3">
          {stretch !== undefined && (
            <p className="flex flex-wrap items-center gap-2 rounded-sm bg-accent-soft px-3 py-2 text-sm text-accent-ink">
              Marked at the left: what one call was made from, entries {stretch.from} to {stretch.to}.
              <Button size="sm" onClick={() => set({ from: "", to: "" })}>
                Mark nothing
              </Button>
            </p>
          )}
          <HistoryList session={session} stretch={stretch} />
        </div>
      ),
    },
    { id: "next", label: "Next call", content: <NextCall sessionId={session.id} /> },
    { id: "others", label: "Other sessions", content: <OtherSessions session={session} /> },
  ];
  return (
    <div className="mx-auto flex w-full max-w-6xl flex-col gap-4 px-4 pt-4 pb-10 sm:px-6">
      <SessionHeader session={session} />
      <SessionNotices session={session} />
      <AddressTabs label="About this session" tabs={tabs} />
    </div>
  );
}

function SessionHeader({ session }: { readonly session: Session }): ReactNode {
  const name = useNames()("agent", session.agentId);
  const task = useQuery({ ...taskDetail(session.taskId ?? ""), enabled: session.taskId !== null }).data;
  return (
    <header className="flex flex-col gap-1.5">
      {session.taskId !== null && (
        <p className="h-4 truncate text-xs text-soft">
          {task !== undefined && (
            <Link to={`/tasks/${task.id}`} className="hover:underline">
              <span className="mr-1.5 tabular-nums">{task.key}</span>
              <bdi>{safeText(task.title)}</bdi>
            </Link>
          )}
        </p>
      )}
      <div className="flex items-start gap-2">
        <div className="flex min-w-0 flex-1 flex-wrap items-center gap-2">
          <h1 className="min-w-0 text-lg font-semibold tracking-tight foreign-text">
            {safeText(session.title ?? "Session")}
          </h1>
          {session.archivedAt !== null && <Badge>archived</Badge>}
        </div>
        <SessionMenu session={session} />
      </div>
      <p className="flex flex-wrap gap-x-3 gap-y-2 text-xs text-soft tabular-nums">
        <Link to={`/agents/${session.agentId}`} className="min-w-0 truncate hover:underline">
          <bdi>{name}</bdi>
        </Link>
        <span>{session.kind.replaceAll("_", " ")}</span>
        <span>{counted(session.entries, "entry", "entries")}</span>
        <span>epoch {session.epoch}</span>
        <span>
          begun <AgoInWords at={session.createdAt} />
        </span>
        {session.origin?.kind === "fork" && (
          <Link to={`/sessions/${session.origin.sessionId}`} className="hover:underline">
            forked from another session
          </Link>
        )}
      </p>
    </header>
  );
}

/** The stretch of the log that the address asks to mark. */
function stretchOf({ from, to }: SearchWords): Stretch | undefined {
  const [first, last] = [Number(from), Number(to)];
  return from === undefined || to === undefined || !Number.isInteger(first) || !Number.isInteger(last) || last < 1
    ? undefined
    : { from: first, to: last };
}
