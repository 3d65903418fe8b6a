import type { ReactNode } from "react";
import { NewProjectDialog } from "../projects/new-project-dialog.tsx";
import { closeOverlay } from "./shell-state.ts";

/** A new project, from anywhere. */
export function NewProject(): ReactNode {
  return <NewProjectDialog onClose={closeOverlay} />;
}
