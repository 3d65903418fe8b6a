/** Every shortcut, for the sheet that `?` opens. Pages bind what they list here with `useShortcut`. */
export const SHORTCUTS = [
  { keys: "mod+k", does: "Search and commands", group: "Anywhere" },
  { keys: "?", does: "This sheet", group: "Anywhere" },
  { keys: "c", does: "Create a task", group: "Anywhere" },
  { keys: "g h", does: "Go home", group: "Anywhere" },
  { keys: "g b", does: "Go to the board", group: "Anywhere" },
  { keys: "g p", does: "Go to approvals", group: "Anywhere" },
  { keys: "/", does: "Filter", group: "Lists" },
  { keys: "j", does: "Next", group: "Lists" },
  { keys: "k", does: "Previous", group: "Lists" },
  { keys: "enter", does: "Open", group: "Lists" },
  { keys: "m", does: "Move to…", group: "Lists" },
  { keys: "x", does: "Select", group: "Lists" },
  { keys: "a", does: "Approve (approvals)", group: "Lists" },
  { keys: "r", does: "Reject (approvals)", group: "Lists" },
  { keys: "escape", does: "Clear selection, close", group: "Lists" },
] as const;
