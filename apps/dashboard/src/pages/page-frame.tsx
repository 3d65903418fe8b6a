import type { ReactNode } from "react";
import { cx } from "../ui/class-names.ts";

type PageFrameProps = {
  readonly title: ReactNode;
  readonly subtitle?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
  /** `full` leaves width and height to the content, as a board needs it. */
  readonly width?: "reading" | "wide" | "full";
};

const WIDTHS = { reading: "max-w-4xl", wide: "max-w-6xl", full: "max-w-none" } as const;

/** Title, actions and content of a page, the same on every page. */
export function PageFrame({ title, subtitle, actions, children, width = "wide" }: PageFrameProps): ReactNode {
  return (
    <div className={cx("mx-auto flex w-full flex-col", WIDTHS[width], width === "full" && "h-full")}>
      <header className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 pt-4 pb-3 sm:px-6">
        <div className="min-w-0 flex-1">
          <h1 className="truncate text-lg font-semibold tracking-tight">{title}</h1>
          {subtitle !== undefined && <p className="text-sm text-soft">{subtitle}</p>}
        </div>
        {actions}
      </header>
      <div className={cx("min-h-0 flex-1", width === "full" ? "flex flex-col" : "px-4 pb-10 sm:px-6")}>{children}</div>
    </div>
  );
}
