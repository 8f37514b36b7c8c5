import { Ask } from "../parts/ask.tsx";
import { Failure } from "../parts/failure.tsx";
import { Listing } from "../parts/listing.tsx";
import { Moment } from "../parts/moment.tsx";
import { Page } from "../parts/page.tsx";
import { mayDo, useSession } from "../session/session.ts";
import { reachOf } from "../words/words.ts";
import { Minting } from "./minting.tsx";
import { tokens, useRevoking, type Token } from "./tokens.ts";

/** The team's API keys: who may call, what they may do, and an end to it. */
export function Keys() {
  const session = useSession();
  return (
    <Page title="API keys">
      {mayDo(session, "tokens", "write") && <Minting />}
      <Listing {...tokens} none={<p>There is no key yet. Make one for your app or your agent.</p>}>
        {(all) => (
          <ul className="cards" aria-label="Keys">
            {all.map((token) => (
              <Key key={token.id} token={token} mayRevoke={mayDo(session, "tokens", "delete")} />
            ))}
          </ul>
        )}
      </Listing>
    </Page>
  );
}

function Key({ token, mayRevoke }: { token: Token; mayRevoke: boolean }) {
  const { id, name, type, prefix, last4, revoked_at: revoked, last_used_at: used } = token;
  const revoking = useRevoking();
  return (
    <li className={revoked === null ? "card" : "card ended"}>
      <h2>{name}</h2>
      <p className="aside">
        {type} key <code>{`${prefix}…${last4}`}</code>; {reachOf(token)};{" "}
        {used === null ? "never used" : <>used {<Moment at={used} />}</>}
        {revoked !== null && (
          <>
            ; revoked <Moment at={revoked} />
          </>
        )}
      </p>
      {revoking.error !== null && <Failure error={revoking.error} />}
      {mayRevoke && revoked === null && (
        <Ask
          opens="Revoke"
          title={`Revoke the key ${name}?`}
          does="Revoke"
          isDangerous
          onYes={() => revoking.mutate(id)}
        >
          <p>Whoever uses this key is refused within seconds. A revoked key never works again.</p>
        </Ask>
      )}
    </li>
  );
}
