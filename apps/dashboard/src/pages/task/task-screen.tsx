import type { ReactNode } from "react";
export function TaskScreen(): ReactNode {
  return null;
}
