/** Micro-dollars as money, with its currency; small sums keep the digits that matter. */
export function money(micros: number): string {
  const dollars = micros / 1_000_000;
  if (dollars === 0) return "$0";
  if (dollars < 0.0001) return "<$0.0001";
  return `$${dollars >= 1 ? dollars.toFixed(2) : dollars.toPrecision(2)}`;
}

/** A count in few letters: 950, 1.2k, 3.4M. */
export function shortCount(count: number): string {
  if (count < 1_000) return String(count);
  if (count < 1_000_000) return `${trim(count / 1_000)}k`;
  return `${trim(count / 1_000_000)}M`;
}

/** A share of a whole, 0 to 1, in hundredths. */
export function percent(share: number): string {
  return `${Math.round(100 * share)} %`;
}

/** A size in bytes, for people. */
export function fileSize(bytes: number): string {
  if (bytes < 1_024) return `${bytes} B`;
  if (bytes < 1_048_576) return `${trim(bytes / 1_024)} kB`;
  return `${trim(bytes / 1_048_576)} MB`;
}

/** A count with its noun, in the plural where it must be. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

function trim(value: number): string {
  return value >= 100 ? String(Math.round(value)) : value.toFixed(1).replace(/\.0$/, "");
}
