import type { ReactNode } from "react";

/** How a text is written. */
type TextKind = "text" | "long" | "email" | "tel" | "url" | "date";

/** How a member of this type may be written. */
type KindOf<T> = T extends boolean
  ? "check"
  : T extends number
    ? "number"
    : T extends string
      ? TextKind | "choice" | "contact" | "own"
      : T extends readonly string[]
        ? "words" | "list"
        : never;

/** A field of a form. */
interface FieldWith<N, K> {
  /** The member of the body that it writes, by which the API names its faults. */
  name: N;
  /** Fields of kinds own and list are shown by the page itself, under the same name; a list has one for each value. */
  kind: K;
  label: string;
  /** A field with another key begins anew; its name where there is none. */
  key?: string;
  isRequired?: boolean;
  help?: string;
  /** What is wrong with a text before it is sent; undefined for nothing. */
  faultOf?: (text: string) => string | undefined;
  /** Of a choice: what is shown for each value. */
  choices?: Readonly<Record<string, string>>;
  /** Of own and list: what is shown, where it is not beside the fields. */
  shows?: () => ReactNode;
}

/** A field, whatever it writes. */
export type AnyField = FieldWith<
  string,
  TextKind | "choice" | "contact" | "own" | "check" | "number" | "words" | "list"
>;

/** A field that writes a member of B; of a B whose members only the team knows, any. */
export type Field<B> = string extends keyof B
  ? AnyField
  : { [N in keyof B & string]: FieldWith<N, KindOf<NonNullable<B[N]>>> }[keyof B & string];

/** The text that a field begins with. */
export function textOf(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (Array.isArray(value)) return value.join(", ");
  return typeof value === "string" ? value : JSON.stringify(value);
}

/**
 * What was written: of a new thing every member that is not empty, of an old one those that are not what they were,
 * null for what was emptied.
 */
export function writtenOf<B extends object>(
  form: FormData,
  fields: readonly Field<B>[],
  was: Partial<Record<keyof B, unknown>> | undefined,
): B {
  const known = was as Readonly<Record<string, unknown>> | undefined;
  const members = (fields as readonly AnyField[]).flatMap(({ name, kind }) => {
    const value = valueOf(form, name, kind);
    if (known === undefined) return value === null ? [] : [[name, value] as const];
    const before =
      known[name] ?? (kind === "words" || kind === "list" ? [] : kind === "check" ? false : null);
    return JSON.stringify(before) === JSON.stringify(value) ? [] : [[name, value] as const];
  });
  // Each kind makes the type that Field<B> demands it for.
  return Object.fromEntries(members) as B;
}

function valueOf(form: FormData, name: string, kind: AnyField["kind"]): unknown {
  if (kind === "check") return form.has(name);
  if (kind === "list") return form.getAll(name);
  const given = form.get(name);
  const text = typeof given === "string" ? given.trim() : "";
  if (kind === "words")
    return text
      .split(",")
      .map((word) => word.trim())
      .filter((word) => word !== "");
  if (text === "") return null;
  return kind === "number" ? Number(text) : text;
}
