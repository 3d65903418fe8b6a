import { Children, type ReactNode } from "react";
import { safeText } from "../text/safe-text.ts";

/** What a control or a mark says. Somebody may have written it: words that stand in it as they are, are made safe here. */
export function safeWords(children: ReactNode): ReactNode {
  if (typeof children === "string") return safeText(children);
  return Array.isArray(children)
    ? Children.map(children, (child: ReactNode) => (typeof child === "string" ? safeText(child) : child))
    : children;
}
