/** What each rating means. */
export const RATINGS = [
  { value: 5, label: "Excellent" },
  { value: 4, label: "Good" },
  { value: 3, label: "Fair" },
  { value: 2, label: "Weak" },
  { value: 1, label: "Poor" },
] as const;

export function ratingText(rating: number): string {
  return `${rating} of 5, ${(RATINGS.find(({ value }) => value === rating)?.label ?? "").toLowerCase()}`;
}
