import { Appointment } from "../parts/moment.tsx";
import { ShownOnce } from "../parts/shown-once.tsx";
import type { Schemas } from "../api.ts";
import { KEYS } from "../words/developers.ts";

/** Values of a new key in their one moment; a personal key is short, so its refresh key and its use are shown too. */
export function CreatedKey({
  of: { name, type, value, refresh_token, expires_at },
}: {
  of: Schemas["CreatedToken"];
}) {
  return (
    <>
      <ShownOnce what={KEYS.key(name)} value={value} />
      {type === "human" && (
        <>
          {expires_at !== null && (
            <p className="aside">
              {KEYS.validUntil} <Appointment at={expires_at} />. {KEYS.renewed}
            </p>
          )}
          <ShownOnce what={KEYS.refreshKey(name)} value={refresh_token} />
          <pre tabIndex={0}>{refreshCommand(globalThis.location.origin)}</pre>
        </>
      )}
    </>
  );
}

/** Builds the command that exchanges a refresh key for a new pair of keys (tokens.refresh). */
const refreshCommand = (origin: string): string =>
  `curl ${origin}/api/v1/tokens/refresh -H "Content-Type: application/json" -d '{"refresh_token": "${KEYS.yourRefreshKey}"}'`;
