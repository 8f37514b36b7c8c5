/** The channel on which the triggers of migration 0004 announce every change that alters an answer of Check. */
export const CHANGES_CHANNEL = "auth_changes";

export interface AnnouncedChange {
  table: string;
  team?: string;
  /** The token it concerns, when only one is. */
  token?: string;
}

/** Reads an announcement; undefined when it is not understood: then everything remembered must be forgotten. */
export function readAnnouncement(payload: string): AnnouncedChange | undefined {
  const value = parse(payload);
  if (typeof value !== "object" || value === null) return undefined;
  const { table, team, token } = value as Record<string, unknown>;
  if (typeof table !== "string") return undefined;
  return {
    table,
    ...(typeof team === "string" ? { team } : {}),
    ...(typeof token === "string" ? { token } : {}),
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
