import { useSyncExternalStore } from "react";

export type Theme = "light" | "dark";
export type ThemeChoice = Theme | "system";

const KEY = "cadre.theme";
const dark = matchMedia("(prefers-color-scheme: dark)");
const listeners = new Set<() => void>();

/** The theme that is shown now. `theme.js` sets it before the first paint. */
export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, shownTheme);
}

export function useThemeChoice(): ThemeChoice {
  return useSyncExternalStore(subscribe, themeChoice);
}

export function chooseTheme(choice: ThemeChoice): void {
  if (choice === "system") localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, choice);
  show();
}

function themeChoice(): ThemeChoice {
  const stored = localStorage.getItem(KEY);
  return stored === "light" || stored === "dark" ? stored : "system";
}

function shownTheme(): Theme {
  return document.documentElement.dataset["theme"] === "dark" ? "dark" : "light";
}

function show(): void {
  const choice = themeChoice();
  document.documentElement.dataset["theme"] = choice === "system" ? (dark.matches ? "dark" : "light") : choice;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) dark.addEventListener("change", show);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) dark.removeEventListener("change", show);
  };
}
