import type { ReactNode } from "react";
export function BoardScreen(): ReactNode {
  return null;
}
