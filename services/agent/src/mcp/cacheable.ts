/** How long a client may keep what it was told, and for whom: both depend on the token (agent-surfaces 2.1). */
export const cacheable = { ttlMs: 60_000, cacheScope: "private" } as const;
