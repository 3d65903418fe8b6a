import { ID_PREFIXES, type NewId } from "@cadre/shared";

const DIGITS = 26;

/** Ids in order of making: `tsk_00000000000000000000000001`. One counter for all kinds, so that ids sort by age. */
export function countingIds(): NewId {
  let made = 0;
  return (kind) => {
    made += 1;
    return `${ID_PREFIXES[kind]}_${String(made).padStart(DIGITS, "0")}`;
  };
}
