import { answered } from "@jst/client";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { api, type Schemas } from "../api.ts";
import type { At } from "../parts/listing.tsx";
import { useWriting } from "../parts/writing.ts";

export type Notice = Schemas["Notice"];
export type Preferences = Schemas["NotificationPreferences"];

/** How soon a notice is seen. */
const EVERY_MS = 5_000;
/** As many unread notices as are searched for those about what a page shows, the most of one answer. */
const SEARCHED = 500;

const NOTICES = ["notifications"];
const PREFERENCES = ["notification-preferences"];

/** Returns the number of unread notices; 0 as long as it is not known. */
export function useUnread(): number {
  const { data } = useQuery({
    queryKey: [...NOTICES, "unread"],
    queryFn: () => answered(api.GET("/api/v1/notifications", { params: { query: { limit: 1 } } })),
    refetchInterval: EVERY_MS,
  });
  return data?.unread_count ?? 0;
}

/** Notices to the member, newest first: unread ones alone, or all. */
export const noticesOf = (view: "unread" | "all") => ({
  queryKey: [...NOTICES, view],
  read: (at: At) => {
    const query = view === "unread" ? { unread: "true" as const, ...at } : at;
    return answered(api.GET("/api/v1/notifications", { params: { query } }));
  },
  items: ({ notifications }: Schemas["NotificationList"]) => notifications,
  everyMs: EVERY_MS,
});

/** Marks a notice read or unread. */
export const useMark = () =>
  useWriting({
    send: ({ id, read }: { id: string; read: boolean }, header) => {
      const params = { path: { notification_id: id }, header };
      return answered(api.PATCH("/api/v1/notifications/{notification_id}", { params, body: { read } }));
    },
    touches: [NOTICES],
  });

/** Marks the unread notices about a change read, as its page shows it (console.notices). */
export function useSeenChange(id: string): void {
  const { data } = useQuery({
    queryKey: [...NOTICES, "unread", SEARCHED],
    queryFn: () => {
      const query = { unread: "true", limit: SEARCHED } as const;
      return answered(api.GET("/api/v1/notifications", { params: { query } }));
    },
  });
  const { mutate } = useMark();
  useEffect(() => {
    for (const notice of data?.notifications ?? [])
      if (notice.subject.type === "changeset" && notice.subject.id === id)
        mutate({ id: notice.id, read: true });
  }, [data, id, mutate]);
}

/** Marks a notice, and all that are older, read. */
export const useReadAll = () =>
  useWriting({
    send: (up_to: string, header) =>
      answered(api.POST("/api/v1/notifications:read", { params: { header }, body: { up_to } })),
    touches: [NOTICES],
  });

/** Reads how the member wants to be notified. */
export const usePreferences = () =>
  useQuery({
    queryKey: PREFERENCES,
    queryFn: () => answered(api.GET("/api/v1/notifications/preferences")),
  });

/** Changes how the member wants to be notified. */
export const useSavePreferences = () =>
  useWriting({
    send: (body: Schemas["NotificationPreferencesPatch"], header) =>
      answered(api.PATCH("/api/v1/notifications/preferences", { params: { header }, body })),
    touches: [PREFERENCES],
  });
