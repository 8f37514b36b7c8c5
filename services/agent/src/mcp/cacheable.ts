/** How long a client may keep what it was told, and for whom: both depend on the token (agents.eras). */
export const cacheable = { ttlMs: 60_000, cacheScope: "private" } as const;
