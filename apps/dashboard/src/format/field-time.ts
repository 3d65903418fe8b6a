const MS_PER_MINUTE = 60_000;

/** An instant as a field of kind `datetime-local` wants it: in the zone of whoever looks, to the minute, without the zone. */
export function fieldTimeOf(instant: string | null): string {
  if (instant === null) return "";
  const date = new Date(instant);
  return new Date(date.getTime() - date.getTimezoneOffset() * MS_PER_MINUTE).toISOString().slice(0, 16);
}

/** The instant that such a field names; null while it is empty or half typed. */
export function instantOfField(text: string): string | null {
  const date = new Date(text);
  return text === "" || Number.isNaN(date.getTime()) ? null : date.toISOString();
}
