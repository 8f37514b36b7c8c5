import { useLocation, useSearch } from "wouter";

/** Members of an address; empty ones are left out. */
export type Said = Readonly<Record<string, string>>;

/** How a change of the address counts in the history of the browser. */
export interface SayOptions {
  /** Whether Back does not lead to the address before. */
  replace?: boolean;
}

interface Saying {
  said: Said;
  say: (change: Said, options?: SayOptions) => void;
  search: string;
}

/** Stores the state of a page in its address, so that going back, reloading and sharing show the same. */
export function useSaid(): Saying {
  const [here, go] = useLocation();
  // Tells of changes only: what it hands on is decoded already, and would be so twice.
  useSearch();
  const { search } = globalThis.location;
  const said: Said = Object.fromEntries(new URLSearchParams(search));
  const say: Saying["say"] = (change, options) => {
    const kept = Object.entries({ ...said, ...change }).filter(([, text]) => text !== "");
    const text = new URLSearchParams(kept).toString();
    go(text === "" ? here : `${here}?${text}`, options);
  };
  return { said, say, search };
}

/** Which of some is shown, where that stands in the address. */
export function useSaidChoice<C extends string>(
  of: Readonly<Record<C, string>>,
  begins: NoInfer<C>,
): [C, (choice: C) => void] {
  const { said, say } = useSaid();
  const one = said["view"] ?? "";
  return [isOne(of, one) ? one : begins, (choice) => say({ view: choice === begins ? "" : choice })];
}

const isOne = <C extends string>(of: Readonly<Record<C, string>>, text: string): text is C =>
  Object.hasOwn(of, text);
