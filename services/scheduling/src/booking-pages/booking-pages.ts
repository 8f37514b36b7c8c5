import { pagesApp, type PageHandler, type PagesAppOptions } from "@jst/pages";
import { expressRoutes } from "../../gen/express.ts";
import type { Deps } from "../deps.ts";
import { callOffBooking, declineBooking, showBooking } from "./manage-page.ts";
import { moveBooking, showMoves } from "./moves-page.ts";
import { sendBooking } from "./send-booking.ts";
import { showBookable } from "./bookable.ts";
import { showSlots } from "./show-slots.ts";

type Parts = Omit<PagesAppOptions<(typeof expressRoutes)[number]>, "routes" | "handlers">;
type Handled = (typeof expressRoutes)[number]["handler"];

/** The pages on which anybody books, and on which a booking is cancelled and moved (scheduling.booking-page). */
export function bookingPages({ deps, ...parts }: Parts & { deps: Deps }): ReturnType<typeof pagesApp> {
  const handlers: Record<Handled, PageHandler> = {
    showBookable: (request) => showBookable(request, deps),
    showSlots: (request) => showSlots(request, deps),
    sendBooking: (request) => sendBooking(request, deps),
    showBooking: (request) => showBooking(request, deps),
    showMoves: (request) => showMoves(request, deps),
    moveBooking: (request) => moveBooking(request, deps),
    callOffBooking: (request) => callOffBooking(request, deps),
    declineBooking: (request) => declineBooking(request, deps),
  };
  return pagesApp({ ...parts, routes: expressRoutes, handlers });
}
