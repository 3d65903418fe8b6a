/** What was typed for a field whose window is still on its way. */
let typed = "";

/** Keeps what is typed from now on, until somebody takes it: people type on while a window opens. */
export function keepTyping(): void {
  typed = "";
  globalThis.addEventListener("keydown", keep, { capture: true });
}

/** Everything typed since `keepTyping`, once. From here on the field hears the keys itself. */
export function takeTyped(): string {
  globalThis.removeEventListener("keydown", keep, { capture: true });
  const words = typed;
  typed = "";
  return words;
}

function keep(event: KeyboardEvent): void {
  if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "Escape") return void takeTyped();
  if (event.key === "Backspace") typed = typed.slice(0, -1);
  if (event.key.length === 1) typed += event.key;
  event.preventDefault();
  event.stopPropagation();
}
