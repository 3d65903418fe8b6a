/** Numbers in [0, 1) that depend on the seed alone. */
export function randomNumbers(seed: number): () => number {
  // The linear congruential generator of Numerical Recipes.
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
