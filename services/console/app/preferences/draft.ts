import type { Preferences } from "./browser-copy.ts";

/** Members that the form writes. */
export type Member = "name" | "language" | "locale" | "theme" | "density" | "single_keys";

/** A changed field: its value, and the stored one over which a person changed it. */
interface Changed<V> {
  value: V;
  over: V;
}

/** Fields of the form that a person has changed. */
export type Draft = { readonly [M in Member]?: Changed<Preferences[M]> };

type Shown = Pick<Preferences, Member>;

/** Changes a field; a field that is as it was before does not count as changed. */
export function withChange<M extends Member>(
  draft: Draft,
  stored: Shown,
  member: M,
  value: Preferences[M],
): Draft {
  const over = draft[member] === undefined ? stored[member] : draft[member].over;
  const { [member]: _former, ...others } = draft;
  return value === over ? others : { ...others, [member]: { value, over } };
}

/** Returns the fields as they stand in the form. */
export function shownOf(draft: Draft, stored: Shown): Shown {
  return { ...stored, ...patchOf(draft) };
}

/** Returns the members that a write changes. */
export function patchOf(draft: Draft): Partial<Shown> {
  return Object.fromEntries(entriesOf(draft).map(([member, { value }]) => [member, value]));
}

/** Lists the fields that another window has changed too, to another value (preferences.console). */
export function conflictsIn(draft: Draft, stored: Shown): Member[] {
  return entriesOf(draft)
    .filter(([member, { value, over }]) => stored[member] !== over && stored[member] !== value)
    .map(([member]) => member);
}

/** Takes what is stored now for what a person has seen, so that the form writes over it. */
export function overStored(draft: Draft, stored: Shown): Draft {
  return Object.fromEntries(
    entriesOf(draft).map(([member, { value }]) => [member, { value, over: stored[member] }]),
  ) as Draft;
}

/** Leaves the fields out. */
export function without(draft: Draft, members: readonly Member[]): Draft {
  return Object.fromEntries(entriesOf(draft).filter(([member]) => !members.includes(member))) as Draft;
}

const entriesOf = (draft: Draft) => Object.entries(draft) as [Member, Changed<Preferences[Member]>][];
