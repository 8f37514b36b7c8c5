import { answered } from "@jst/client";
import { useQuery } from "@tanstack/react-query";
import { api, type Schemas } from "../api.ts";
import { MEMBERS } from "../words/team.ts";

const MOST = 500;

/** Says how many keys that the member made for others, or for an app, end with a removal. */
export function EndingKeys({ member }: { member: string }) {
  const { data } = useQuery({
    queryKey: ["tokens", "of-sponsor", member],
    queryFn: () => {
      const query = { sponsor_id: member, limit: MOST };
      return answered(api.GET("/api/v1/tokens", { params: { query } }));
    },
  });
  const count = data?.tokens.filter((token) => isInUse(token) && token.member_id !== member).length ?? 0;
  if (count === 0) return null;
  return <p role="status">{MEMBERS.keysEnd(data?.has_more === true ? `${count} or more` : String(count))}</p>;
}

/** A human token that has expired may have a successor, which is in the list itself. */
function isInUse({ revoked_at: revoked, expires_at: expires }: Schemas["Token"]): boolean {
  return revoked === null && (expires === null || Date.parse(expires) > Date.now());
}
