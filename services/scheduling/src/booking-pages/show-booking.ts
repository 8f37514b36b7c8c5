import type { Page, PageRequest } from "@jst/pages";
import type { Deps } from "../deps.ts";
import { managePage } from "./manage-page.ts";
import { managed } from "./managed.ts";

/** Shows the booking, and how it is cancelled and moved while it is not over. */
export async function showBooking(request: PageRequest, deps: Deps): Promise<Page> {
  return managePage(await managed(request, deps));
}
