/** What was typed in the fields of a form, and what stood there when that began. A field that nobody typed in is not in it. */
export type Typed<Fields> = {
  readonly [Field in keyof Fields]?: { readonly value: Fields[Field]; readonly from: Fields[Field] };
};

/** What a form shows: what was typed, over the record as it is now. */
export function valuesOf<Fields extends object>(live: Fields, typed: Typed<Fields>): Fields {
  const values = { ...live };
  for (const field of fieldsOf(live)) values[field] = typed[field] === undefined ? live[field] : typed[field].value;
  return values;
}

/** Takes up what is typed. A field that is as it is in the record now is no change. */
export function write<Fields extends object>(
  live: Fields,
  typed: Typed<Fields>,
  values: Partial<Fields>,
): Typed<Fields> {
  const next: { -readonly [Field in keyof Fields]?: Typed<Fields>[Field] } = { ...typed };
  for (const field of fieldsOf(live)) {
    const value = values[field];
    if (value === undefined) continue;
    if (isEqual(value, live[field])) delete next[field];
    else next[field] = { value, from: typed[field] === undefined ? live[field] : typed[field].from };
  }
  return next;
}

/** The fields that saving would change. */
export function changedFields<Fields extends object>(live: Fields, typed: Typed<Fields>): (keyof Fields)[] {
  return fieldsOf(live).filter((field) => typed[field] !== undefined && !isEqual(typed[field].value, live[field]));
}

/** The fields that saving would change although somebody else wrote something there since typing began. */
export function overtakenFields<Fields extends object>(live: Fields, typed: Typed<Fields>): (keyof Fields)[] {
  return changedFields(live, typed).filter(
    (field) => typed[field] !== undefined && !isEqual(typed[field].from, live[field]),
  );
}

/** Goes on from the record as it is now, with everything that was typed. */
export function keepMine<Fields extends object>(live: Fields, typed: Typed<Fields>): Typed<Fields> {
  return write(live, {}, valuesOf(live, typed));
}

/** Takes what is typed in overtaken fields out, and puts it aside with what was put aside before. */
export function takeTheirs<Fields extends object>(live: Fields, typed: Typed<Fields>, aside: Typed<Fields>) {
  const overtaken = overtakenFields(live, typed);
  return {
    typed: part(typed, (field) => !overtaken.includes(field)),
    aside: { ...aside, ...part(typed, (field) => overtaken.includes(field)) },
  };
}

/** Puts back what was put aside, and puts aside what was typed there since: once more brings that back. */
export function takeMineBack<Fields extends object>(typed: Typed<Fields>, aside: Typed<Fields>) {
  return { typed: { ...typed, ...aside }, aside: part(typed, (field) => aside[field] !== undefined) };
}

/** What is left when `saved` was saved: what was typed since, begun on what was saved. */
export function typedSince<Fields extends object>(typed: Typed<Fields>, saved: Typed<Fields>): Typed<Fields> {
  const next: { -readonly [Field in keyof Fields]?: Typed<Fields>[Field] } = { ...typed };
  for (const field of fieldsOf(saved)) {
    const [mine, sent] = [typed[field], saved[field]];
    if (mine === undefined || sent === undefined) continue;
    if (isEqual(mine.value, sent.value)) delete next[field];
    else next[field] = { value: mine.value, from: sent.value };
  }
  return next;
}

function part<Fields extends object>(typed: Typed<Fields>, has: (field: keyof Fields) => boolean): Typed<Fields> {
  const some: { -readonly [Field in keyof Fields]?: Typed<Fields>[Field] } = {};
  for (const field of fieldsOf(typed)) if (has(field)) some[field] = typed[field];
  return some;
}

function fieldsOf<Fields extends object>(fields: Fields | Typed<Fields>): (keyof Fields)[] {
  return Object.keys(fields) as (keyof Fields)[];
}

/** Values are those of JSON. */
function isEqual(one: unknown, other: unknown): boolean {
  return one === other || (typeof one !== "string" && JSON.stringify(one) === JSON.stringify(other));
}
