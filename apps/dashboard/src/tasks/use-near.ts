import { useState } from "react";

const HAS_POINTER = matchMedia("(hover: hover)").matches;

/**
 * Whether somebody points at a thing or has it in focus: what only then can be used is only then made, since a list has
 * thousands. Where nobody can point it is always so.
 */
export function useNear(): { readonly isNear: boolean; readonly watch: { onPointerEnter(): void; onFocus(): void } } {
  const [isNear, setIsNear] = useState(!HAS_POINTER);
  const come = (): void => setIsNear(true);
  return { isNear, watch: { onPointerEnter: come, onFocus: come } };
}
