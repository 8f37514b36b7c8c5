import { answered } from "@jst/client";
import { api } from "../api.ts";
import { Act } from "../parts/act.tsx";
import { ActorName } from "../parts/actor-name.tsx";
import { Listing } from "../parts/listing.tsx";
import { Moment } from "../parts/moment.tsx";
import { Page } from "../parts/page.tsx";
import { mayDo, useSession } from "../session/session.ts";
import { KEYS } from "../words/developers.ts";
import { TITLES } from "../words/places.ts";
import { reachOf } from "../words/words.ts";
import { Minting } from "./minting.tsx";
import { tokens, type Token } from "./tokens.ts";

/** The team's API keys: who may call, what they may do, and an end to it. */
export function Keys() {
  const session = useSession();
  return (
    <Page title={TITLES.keys}>
      {mayDo(session, "tokens", "write") && <Minting />}
      <Listing {...tokens} none={<p>{KEYS.none}</p>}>
        {(all) => (
          <ul className="cards" aria-label={KEYS.list}>
            {all.map((token) => (
              <Key key={token.id} token={token} mayRevoke={mayDo(session, "tokens", "delete")} />
            ))}
          </ul>
        )}
      </Listing>
      <h2>{KEYS.types}</h2>
      <dl className="facts">
        {KEYS.explained.map(([type, does]) => (
          <div key={type}>
            <dt>{type}</dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Page>
  );
}

function Minter({ of }: { of: Token["minted_by"] }) {
  if (of === null) return <>{KEYS.minters.unknown}</>;
  if (of.type === "operator") return <>{KEYS.minters.operator}</>;
  return (
    <>
      {KEYS.mintedBy} <ActorName of={{ type: of.type, id: of.id }} />
    </>
  );
}

function Key({ token, mayRevoke }: { token: Token; mayRevoke: boolean }) {
  const { id, name, type, prefix, last4, revoked_at: revoked, last_used_at: used } = token;
  const { minted_by: minter, revoked_reason: reason, expires_at: expires } = token;
  const path = { token_id: id };
  return (
    <li className={revoked === null ? "card" : "card ended"}>
      <h2>{name}</h2>
      <p className="aside">
        {KEYS.of(type)} <code>{`${prefix}…${last4}`}</code>; {reachOf(token)}; <Minter of={minter} />;{" "}
        {used === null ? (
          KEYS.neverUsed
        ) : (
          <>
            {KEYS.used} <Moment at={used} />
          </>
        )}
        {revoked === null && expires !== null && (
          <>
            ; {Date.parse(expires) > Date.now() ? KEYS.until : KEYS.expired} <Moment at={expires} />
          </>
        )}
        {revoked !== null && (
          <>
            ; {KEYS.revoked} <Moment at={revoked} />
            {reason !== null && `, ${KEYS.reasons[reason]}`}
          </>
        )}
      </p>
      {mayRevoke && revoked === null && (
        <Act
          words={KEYS.revoke(name)}
          isDangerous
          touches={[tokens.queryKey]}
          send={(header) => answered(api.DELETE("/api/v1/tokens/{token_id}", { params: { path, header } }))}
        />
      )}
    </li>
  );
}
