/** The value in the middle; of an even count the upper one. NaN of nothing. */
export function median(values: readonly number[]): number {
  return percentile(values, 50);
}

/** The value that this share of all values does not exceed. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor((percent / 100) * sorted.length))] ?? Number.NaN;
}

/** How far the rounds lie apart, as a share of their median. */
export function spread(values: readonly number[]): number {
  if (values.length < 2) return 0;
  return (Math.max(...values) - Math.min(...values)) / median(values);
}
