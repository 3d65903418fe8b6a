import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { eventHistory } from "../../api/queries/history.ts";
import type { LiveEvent } from "../../live/live-event.ts";
import { onLiveEvent } from "../../live/use-live.ts";
import { mergedEvents } from "./activity-filter.ts";

/** A page that stays open for days forgets its oldest. */
const MOST_EVENTS = 5_000;
/** Events come in bursts; the list is drawn once for each. */
const GATHER_MS = 200;

/** Everything that happened and is still kept, and what happens from now on, newest first. */
export function useActivity() {
  const history = useQuery(eventHistory);
  const [live, setLive] = useState<readonly LiveEvent[]>([]);
  useEffect(() => {
    let waiting: LiveEvent[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const flush = (): void => {
      const gathered = waiting.toReversed();
      waiting = [];
      timer = undefined;
      setLive((before) => [...gathered, ...before].slice(0, MOST_EVENTS));
    };
    const forget = onLiveEvent((event) => {
      waiting.push(event);
      timer ??= setTimeout(flush, GATHER_MS);
    });
    return () => {
      forget();
      clearTimeout(timer);
    };
  }, []);
  const events = useMemo(() => mergedEvents(live, history.data ?? []), [live, history.data]);
  return { history, events };
}
