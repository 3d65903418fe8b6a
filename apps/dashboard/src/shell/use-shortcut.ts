import { useEffect, useEffectEvent, useSyncExternalStore } from "react";
import { isOverlayOpen } from "./shell-state.ts";

const SWITCH = "cadre.shortcuts";
const SEQUENCE_MS = 900;
const listeners = new Set<() => void>();

/** Calls back when the keys are pressed: `c`, `mod+k`, or one after the other as in `g b`. Typing into a field presses nothing. */
export function useShortcut(keys: string, run: (event: KeyboardEvent) => void): void {
  const onPress = useEffectEvent(run);
  useEffect(() => {
    const steps = keys.split(" ");
    let done = 0;
    let lastMs = 0;
    const onKeyDown = (event: KeyboardEvent): void => {
      if (!mayPress(event, keys)) return;
      if (event.timeStamp - lastMs > SEQUENCE_MS) done = 0;
      done = fits(event, steps[done] ?? "") ? done + 1 : 0;
      lastMs = event.timeStamp;
      if (done < steps.length) return;
      done = 0;
      onPress(event);
    };
    globalThis.addEventListener("keydown", onKeyDown);
    return () => globalThis.removeEventListener("keydown", onKeyDown);
  }, [keys]);
}

/** Single keys can be switched off: who dictates, or types without seeing, would press them by accident (WCAG 2.1.4). */
export function useShortcutsSwitch(): { readonly isOn: boolean; readonly toggle: () => void } {
  const isOn = useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, areOn);
  const toggle = (): void => {
    if (isOn) localStorage.setItem(SWITCH, "off");
    else localStorage.removeItem(SWITCH);
    for (const listener of listeners) listener();
  };
  return { isOn, toggle };
}

function areOn(): boolean {
  return localStorage.getItem(SWITCH) !== "off";
}

function mayPress(event: KeyboardEvent, keys: string): boolean {
  if (event.defaultPrevented || event.isComposing) return false;
  if (keys.startsWith("mod+")) return true;
  if (isOverlayOpen() || !areOn() || event.ctrlKey || event.metaKey || event.altKey) return false;
  const target = event.target instanceof HTMLElement ? event.target : undefined;
  if (target?.closest("input, textarea, select, [contenteditable], [role=dialog], [role=menu]") != null) return false;
  return document.querySelector("[role=dialog][data-state=open]") === null;
}

function fits(event: KeyboardEvent, step: string): boolean {
  const key = event.key.toLowerCase();
  if (!step.startsWith("mod+")) return key === step;
  return key === step.slice(4) && (event.metaKey || event.ctrlKey);
}
