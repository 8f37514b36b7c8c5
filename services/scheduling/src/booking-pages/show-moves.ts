import type { Page, PageRequest } from "@jst/pages";
import type { Deps } from "../deps.ts";
import { isOpen, managePage } from "./manage-page.ts";
import { managedByHolder } from "./managed.ts";
import { movesPage } from "./moves-page.ts";

/** Sentence for a booking that is cancelled or has ended. */
export const NOT_MOVED = "Only a booking that is neither cancelled nor over is moved.";

/** Shows the times to which the booking can be moved; one that is over or cancelled is not moved. */
export async function showMoves(request: PageRequest, deps: Deps): Promise<Page> {
  const found = await managedByHolder(request, deps);
  if (!isOpen(found)) return managePage(found, { status: 409, fault: NOT_MOVED });
  const { query } = request;
  return movesPage(found, { month: query.get("month"), date: query.get("date") }, deps);
}
