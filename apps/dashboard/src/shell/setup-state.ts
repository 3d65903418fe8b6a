let state = document.documentElement.dataset["setup"];

/** True while nobody has set this installation up. The server says so in the page itself. */
export function isWaitingForOwner(): boolean {
  return state === "open";
}

export function noteSetUp(): void {
  state = "done";
}
