/** Picks some of a list in an order that depends on the seed alone, so that a failing sample can be drawn again. */
export function pick<T>(list: readonly T[], count: number, seed: number): T[] {
  const rest = [...list];
  const picked: T[] = [];
  let state = seed >>> 0;
  while (picked.length < count && rest.length > 0) {
    // The linear congruential generator of Numerical Recipes; its high bits are good enough to draw a sample.
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    picked.push(...rest.splice(Math.floor((state / 2 ** 32) * rest.length), 1));
  }
  return picked;
}
