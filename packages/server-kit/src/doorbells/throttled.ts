/** Lets a call through at most once each `ms`: at once when quiet, else once more at the end of the interval. */
export function throttled(ring: () => unknown, ms = 10): () => void {
  let timer: NodeJS.Timeout | undefined;
  let isRung = false;
  return function call(): void {
    if (timer !== undefined) {
      isRung = true;
      return;
    }
    ring();
    timer = setTimeout(() => {
      timer = undefined;
      if (!isRung) return;
      isRung = false;
      call();
    }, ms);
    timer.unref();
  };
}
