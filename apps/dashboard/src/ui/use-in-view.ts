import { type RefObject, useEffect, useRef } from "react";

/** Scrolls the chosen one of a row that is wider than the screen into sight, sideways only, whenever another is chosen. */
export function useChosenInView<Row extends HTMLElement>(chosen: string | undefined): RefObject<Row | null> {
  const row = useRef<Row>(null);
  useEffect(() => {
    const element = row.current;
    const child = element?.querySelector<HTMLElement>("[data-state=active], [aria-current=page]");
    if (element === null || child == null || chosen === undefined) return;
    element.scrollLeft = child.offsetLeft - element.offsetLeft - (element.clientWidth - child.offsetWidth) / 2;
  }, [chosen]);
  return row;
}
