import { InternalRefusal, platformContext, type Hop, type PeerRpc } from "@jst/rpc";
import type { Brand } from "./brand.ts";

/** A team as its pages know it. */
export interface PageTeam {
  team_id: string;
  slug: string;
  /** Keys of the modules that are on. */
  modules: readonly string[];
  brand: Brand;
  timezone: string;
  /** Country of telephone numbers that have no country code (values.phones). */
  country?: string;
}

/** The rpc of auth that finds teams. */
export interface TeamPeer {
  findTeam: PeerRpc<{ team_id?: string; slug?: string }, PageTeam>;
}

/** The living team of a slug or an id, as auth has it now; undefined without one. */
export async function findTeam(
  auth: TeamPeer,
  named: { slug: string } | { team_id: string },
  hop: Hop,
): Promise<PageTeam | undefined> {
  try {
    return await auth.findTeam(named, hop);
  } catch (thrown) {
    if (thrown instanceof InternalRefusal && thrown.code === "not_found") return undefined;
    throw thrown;
  }
}

/** The platform at work on the team whose page somebody has opened. */
export function pageContext(
  { team_id: id, country }: Pick<PageTeam, "team_id" | "country">,
  request: Parameters<typeof platformContext>[1],
): ReturnType<typeof platformContext> {
  return { ...platformContext(id, request, "public"), ...(country === undefined ? {} : { country }) };
}
