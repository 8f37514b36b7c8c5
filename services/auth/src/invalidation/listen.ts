import { Listener } from "@jst/db";
import type { Logger } from "@jst/telemetry";
import { CHANGES_CHANNEL, readAnnouncement, type AnnouncedChange } from "./announced-change.ts";

/** Connection to the database, and the memories that follow its changes. */
export interface ListenOptions {
  connectionString: string;
  /** Memories of tokens and of sessions. */
  memories: readonly { forget(change: Pick<AnnouncedChange, "team" | "token">): void }[];
  hosts: { forget(): void };
  doors: { forget(): void };
  logger: Logger;
}

/**
 * Makes Check forget what has changed as soon as the change commits. While the connection is away, the short life
 * of remembered answers (5 s) is the bound; once it is back, all of them are forgotten.
 */
export function listenForChanges(options: ListenOptions): Listener {
  const { memories, hosts, doors, logger } = options;
  const forget = (change: Pick<AnnouncedChange, "team" | "token">) => {
    for (const memory of memories) memory.forget(change);
  };
  const forgetAll = () => {
    forget({});
    hosts.forget();
    doors.forget();
  };
  const listener = new Listener({
    connectionString: options.connectionString,
    applicationName: "auth_listener",
    channels: [CHANGES_CHANNEL],
    onListening: forgetAll,
    onLost: (error) => logger.warn({ error }, "announcements of changes are lost; answers live their 5 s"),
    onNotification: (_channel, payload) => {
      const change = readAnnouncement(payload);
      if (change === undefined) {
        forgetAll();
        return;
      }
      // Whether a team lets apps in stands in its settings and in its own row.
      if (change.table === "settings" || change.table === "teams") doors.forget();
      if (change.table === "hosts") hosts.forget();
      else forget(change);
    },
  });
  listener.start();
  return listener;
}
