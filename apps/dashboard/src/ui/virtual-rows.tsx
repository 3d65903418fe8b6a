import { useVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, useEffect, useEffectEvent, useRef } from "react";
import { useItemKeys } from "./use-item-keys.ts";

const NEAR_END_ROWS = 20;

type VirtualRowsProps<Row> = {
  readonly label: string;
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  readonly render: (row: Row) => ReactNode;
  /** About how tall a row is, until it is measured. */
  readonly estimatePx: number;
  readonly className?: string;
  /** The row that is brought into sight when it becomes another one. */
  readonly shownKey?: string;
  /** Called when the end comes into sight: more may be read. */
  readonly onNearEnd?: () => void;
};

/** A list of any length that scrolls by itself: only the rows in sight are drawn. */
export function VirtualRows<Row>(props: VirtualRowsProps<Row>): ReactNode {
  const { label, rows, rowKey, render, estimatePx, className = "max-h-[70vh]", shownKey } = props;
  const scroller = useRef<HTMLDivElement>(null);
  // A new function would have every row placed anew at each step of scrolling.
  const getItemKey = useItemKeys(rows, rowKey);
  const lines = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => estimatePx,
    getItemKey,
    overscan: 8,
  });
  useEffect(() => {
    const index = shownKey === undefined ? -1 : rows.findIndex((row) => rowKey(row) === shownKey);
    if (index >= 0) lines.scrollToIndex(index);
    // Rows that come in later move nobody away from where they read.
  }, [shownKey]);
  const items = lines.getVirtualItems();
  const isNearEnd = rows.length > 0 && (items.at(-1)?.index ?? 0) >= rows.length - NEAR_END_ROWS;
  const nearEnd = useEffectEvent(() => props.onNearEnd?.());
  useEffect(() => {
    if (isNearEnd) nearEnd();
  }, [isNearEnd, rows.length]);
  return (
    <div
      ref={scroller}
      tabIndex={0}
      role="region"
      aria-label={label}
      className={`overflow-y-auto overscroll-contain ${className}`}
    >
      <div role="list" className="relative" style={{ height: lines.getTotalSize() }}>
        {items.map(({ index, key, start }) => {
          const row = rows[index];
          return row === undefined ? null : (
            <div
              key={key}
              ref={lines.measureElement}
              data-index={index}
              role="listitem"
              aria-posinset={index + 1}
              aria-setsize={rows.length}
              className="absolute inset-x-0 top-0"
              style={{ transform: `translateY(${start}px)` }}
            >
              {render(row)}
            </div>
          );
        })}
      </div>
    </div>
  );
}
