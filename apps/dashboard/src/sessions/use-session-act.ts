import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "../api/call.ts";
import { type Session, sessionDetail } from "../api/queries/context.ts";
import { tellDone, tellProblem, tellUndoable } from "../ui/toast.tsx";

/** An entry as it is called in sentences: by its number in the log. */
export type NamedEntry = { readonly id: string; readonly seq: number };

/** What needs no words of whoever does it. */
export type SessionAct =
  | { readonly kind: "archive" | "unarchive" | "restore" }
  | { readonly kind: "revert"; readonly entry: NamedEntry }
  | { readonly kind: "pin"; readonly entry: NamedEntry; readonly isPinned: boolean };

type Wish = { readonly act: SessionAct; readonly version?: number };

/** Does something with a session, if nobody did anything else with it meanwhile. What can be taken back is offered to be. */
export function useSessionAct({ id: sessionId, version: seen }: Session) {
  const client = useQueryClient();
  const { queryKey } = sessionDetail(sessionId);
  const mutation = useMutation({
    // One after the other: an act of one's own is no reason to refuse the next.
    scope: { id: sessionId },
    mutationFn: ({ act, version }: Wish) =>
      send(sessionId, act, version ?? client.getQueryData(queryKey)?.version ?? seen),
    onSuccess: (changed, { act }) => {
      client.setQueryData(queryKey, changed);
      const undo = undoOf(act);
      if (undo === undefined) return tellDone(doneWords(act));
      // Taken back is what was done now, and nothing that somebody did after it.
      tellUndoable(doneWords(act), () => mutation.mutate({ act: undo, version: changed.version }));
    },
    onError: (error, { act }) => tellProblem(error, doingWords(act)),
    onSettled: () => client.invalidateQueries({ queryKey: ["sessions"] }),
  });
  return { run: (act: SessionAct) => mutation.mutate({ act }), isPending: mutation.isPending };
}

function send(sessionId: string, act: SessionAct, version: number): Promise<Session> {
  const params = { sessionId };
  switch (act.kind) {
    case "archive":
      return call("POST /sessions/:sessionId/archive", { params, body: {}, version });
    case "unarchive":
      return call("POST /sessions/:sessionId/unarchive", { params, body: {}, version });
    case "restore":
      return call("POST /sessions/:sessionId/restore", { params, body: {}, version });
    case "revert":
      return call("POST /sessions/:sessionId/revert", { params, body: { entryId: act.entry.id }, version });
    case "pin": {
      const body = { entryId: act.entry.id, isPinned: act.isPinned };
      return call("POST /sessions/:sessionId/pin", { params, body, version });
    }
  }
}

/** What takes an act back, where something does that whoever did it may not find. */
function undoOf({ kind }: SessionAct): SessionAct | undefined {
  if (kind === "archive") return { kind: "unarchive" };
  return kind === "revert" ? { kind: "restore" } : undefined;
}

function doneWords(act: SessionAct): string {
  switch (act.kind) {
    case "archive":
      return "The session is archived";
    case "unarchive":
      return "The session is out of the archive";
    case "restore":
      return "What was hidden is back";
    case "revert":
      return `The session is back at entry ${act.entry.seq}`;
    case "pin":
      return act.isPinned ? `Entry ${act.entry.seq} is pinned` : `Entry ${act.entry.seq} is pinned no longer`;
  }
}

function doingWords(act: SessionAct): string {
  switch (act.kind) {
    case "archive":
      return "archive the session";
    case "unarchive":
      return "take the session out of the archive";
    case "restore":
      return "put back what was hidden";
    case "revert":
      return `take the session back to entry ${act.entry.seq}`;
    case "pin":
      return act.isPinned ? `pin entry ${act.entry.seq}` : `let go of entry ${act.entry.seq}`;
  }
}
