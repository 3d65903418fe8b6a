import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { activity } from "../../api/queries/history.ts";
import type { LiveEvent } from "../../live/live-event.ts";
import { onLiveEvent } from "../../live/use-live.ts";
import type { SearchWords } from "../../shell/use-search-words.ts";
import { activityFilterOf, isShown, mergedEvents } from "./activity-filter.ts";

/** A page that stays open for days forgets its oldest. */
const MOST_EVENTS = 5_000;
/** Events come in bursts; the list is drawn once for each. */
const GATHER_MS = 200;

/** What happened and is still kept, and what happens from now on, newest first, narrowed by the words of the address. */
export function useActivity(words: SearchWords) {
  const history = useInfiniteQuery(activity(useMemo(() => activityFilterOf(words), [words])));
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
  const events = useMemo(() => {
    const kept = history.data?.pages.flatMap(({ data }) => data) ?? [];
    return mergedEvents(
      live.filter((event) => isShown(event, words)),
      kept,
    );
  }, [live, history.data, words]);
  return { history, events };
}
