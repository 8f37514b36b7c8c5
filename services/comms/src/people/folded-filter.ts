import type { Params } from "@jst/query";
import { addressOf } from "./address.ts";

/** Leaves what has this address, however that is spelled; what is no address has nothing. */
export function foldedFilter(text: string, params: Params): string {
  // In a query a bare `+` is a blank.
  const folded = addressOf(text.replace(/^ /, "+"))?.folded;
  return `t.address = ${params.add(folded ?? text, "text")}`;
}
