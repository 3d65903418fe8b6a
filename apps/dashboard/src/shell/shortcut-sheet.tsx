import type { ReactNode } from "react";
import { Key } from "../ui/badge.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { SHORTCUTS } from "./shortcut-list.ts";
import { closeOverlay } from "./shell-state.ts";
import { useShortcutsSwitch } from "./use-shortcut.ts";

const GROUPS = [...new Set(SHORTCUTS.map(({ group }) => group))];

/** Every key that does something. */
export function ShortcutSheet(): ReactNode {
  const { isOn } = useShortcutsSwitch();
  return (
    <Dialog
      isOpen
      onOpenChange={closeOverlay}
      title="Keyboard shortcuts"
      {...(isOn ? {} : { description: "Single keys are switched off; your menu switches them on." })}
    >
      <div className="grid gap-6 sm:grid-cols-2">
        {GROUPS.map((group) => (
          <section key={group}>
            <h3 className="mb-2 text-xs font-medium text-faint">{group}</h3>
            <ul className="flex flex-col gap-1.5">
              {SHORTCUTS.filter((each) => each.group === group).map(({ keys, does }) => (
                <li key={keys} className="flex items-center justify-between gap-4 text-sm">
                  {does}
                  <span className="flex gap-1">
                    {keys.split(/[ +]/).map((key) => (
                      <Key key={key}>{KEY_NAMES[key] ?? key.toUpperCase()}</Key>
                    ))}
                  </span>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </Dialog>
  );
}

const KEY_NAMES: Readonly<Record<string, string>> = { mod: "Ctrl/⌘", enter: "Enter", escape: "Esc" };
