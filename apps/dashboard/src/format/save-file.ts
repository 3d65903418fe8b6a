/** Hands bytes to the browser's downloads under a name. They are never opened here: agents made them. */
export function saveFile(bytes: Blob, name: string): void {
  const address = URL.createObjectURL(new Blob([bytes], { type: "application/octet-stream" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
