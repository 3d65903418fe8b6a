import { useNavigate } from "@tanstack/react-router";
import { lazy, type ReactNode, Suspense } from "react";
import { PAGES } from "../pages/pages.ts";
import { closeOverlay, openOverlay, useOverlay } from "./shell-state.ts";
import { keepTyping } from "./typed-ahead.ts";
import { useShortcut } from "./use-shortcut.ts";

const Palette = lazy(() => import("./palette.tsx").then(({ Palette: component }) => ({ default: component })));
const ShortcutSheet = lazy(() => import("./shortcut-sheet.tsx").then((file) => ({ default: file.ShortcutSheet })));
const ModelDialog = lazy(() => import("./model-dialog.tsx").then((file) => ({ default: file.ModelDialog })));
const NewTask = lazy(() => import("../tasks/new-task.tsx").then((file) => ({ default: file.NewTask })));

/** Windows that open from anywhere, and the keys that open them. */
export function Overlays(): ReactNode {
  const overlay = useOverlay();
  useShortcut("mod+k", (event) => {
    event.preventDefault();
    if (overlay?.kind === "palette") return closeOverlay();
    keepTyping();
    openOverlay({ kind: "palette" });
  });
  useShortcut("?", () => openOverlay({ kind: "shortcuts" }));
  useShortcut("c", (event) => {
    event.preventDefault();
    openOverlay({ kind: "new-task" });
  });
  return (
    <>
      {PAGES.map(
        (page) =>
          page.navigation?.key !== undefined && <GoKey key={page.path} path={page.path} letter={page.navigation.key} />,
      )}
      <Suspense>
        {overlay?.kind === "palette" && <Palette />}
        {overlay?.kind === "shortcuts" && <ShortcutSheet />}
        {overlay?.kind === "model" && <ModelDialog />}
        {overlay?.kind === "new-task" && <NewTask projectId={overlay.projectId} />}
      </Suspense>
    </>
  );
}

function GoKey({ path, letter }: { readonly path: string; readonly letter: string }): ReactNode {
  const navigate = useNavigate();
  useShortcut(`g ${letter}`, () => void navigate({ to: path }));
  return null;
}
