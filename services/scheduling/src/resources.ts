import type { Resources } from "@jst/changes";
import { recordedBookings } from "./bookings/recorded-bookings.ts";
import { withNotifications, type Notifier } from "./bookings/notify.ts";
import { eventTypes } from "./event-types/event-type.ts";

/** Resources whose changes scheduling records. */
export const resourcesWith = (notifier: Notifier): Resources => ({
  event_types: eventTypes.recorded({ hidden: ["archived_at"], deletedAt: "archived_at" }),
  bookings: withNotifications(recordedBookings, notifier),
  scheduling_settings: {
    table: "scheduling.settings",
    noun: "settings of scheduling",
    scope: "scheduling",
  },
  schedules: {
    table: "scheduling.schedules",
    noun: "schedule",
    scope: "scheduling",
    images: { names: { id: "host_id" } },
  },
});
