import { useNavigate } from "@tanstack/react-router";
import { lazy, type ReactNode, Suspense } from "react";
import { useMay } from "../people/use-may.ts";
import { closeOverlay, openOverlay, useOverlay } from "./shell-state.ts";
import { keepTyping } from "./typed-ahead.ts";
import { usePlaces } from "./use-places.ts";
import { useShortcut } from "./use-shortcut.ts";

const Palette = lazy(() => import("./palette.tsx").then(({ Palette: component }) => ({ default: component })));
const ShortcutSheet = lazy(() => import("./shortcut-sheet.tsx").then((file) => ({ default: file.ShortcutSheet })));
const NewOrganization = lazy(() =>
  import("./new-organization.tsx").then((file) => ({ default: file.NewOrganization })),
);
const NewProject = lazy(() => import("./new-project.tsx").then((file) => ({ default: file.NewProject })));
const NewTask = lazy(() => import("../tasks/new-task.tsx").then((file) => ({ default: file.NewTask })));

/** Windows that open from anywhere, and the keys that open them. */
export function Overlays(): ReactNode {
  const overlay = useOverlay();
  const places = usePlaces();
  const mayCreate = useMay("member");
  useShortcut("mod+k", (event) => {
    event.preventDefault();
    if (overlay?.kind === "palette") return closeOverlay();
    keepTyping();
    openOverlay({ kind: "palette" });
  });
  useShortcut("?", () => openOverlay({ kind: "shortcuts" }));
  useShortcut("c", (event) => {
    if (!mayCreate) return;
    event.preventDefault();
    openOverlay({ kind: "new-task" });
  });
  return (
    <>
      {places.map(
        ({ path, navigation: { key } }) => key !== undefined && <GoKey key={path} path={path} letter={key} />,
      )}
      <Suspense>
        {overlay?.kind === "palette" && <Palette />}
        {overlay?.kind === "shortcuts" && <ShortcutSheet />}
        {overlay?.kind === "new-organization" && <NewOrganization />}
        {overlay?.kind === "new-project" && <NewProject />}
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
