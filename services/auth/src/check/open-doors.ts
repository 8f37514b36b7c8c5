import { signInChallenge } from "@jst/caller";
import type { SystemDatabase } from "@jst/db";
import { isOpenFor } from "../teams/open-door.ts";
import { isShared, issuerOf } from "../teams/place.ts";
import { RecentAnswers } from "./recent-answers.ts";
import type { RouteFacts } from "./route-facts.ts";

const TTL_MS = 4_000;
/** The gateway gives one try of Check half a second. */
const LOOKUP_MS = 400;
const SIZE = 10_000;
/** Key of the question whether any team has its door open. */
const ANY = "";

/** Request that is refused for its token, and the host that it was sent to. */
export interface TurnedAway {
  route: RouteFacts | undefined;
  /** Normalised. */
  host: string;
  /** Team that owns the host. */
  hostTeam: string | undefined;
  /** Team that owns the token. */
  tokenTeam: string | undefined;
  /** Whether a token was sent. */
  wasSent: boolean;
}

/** Which teams let apps connect, remembered for a few seconds: what a 401 says depends on it (oauth.challenge). */
export class OpenDoors {
  readonly #recent: RecentAnswers<boolean>;
  readonly #baseUrl: string;

  constructor(database: SystemDatabase, baseUrl: string, ttlMs = TTL_MS) {
    this.#baseUrl = baseUrl;
    const operator: Parameters<typeof isOpenFor>[0] = {
      query: (statement) => database.query(statement, LOOKUP_MS),
    };
    this.#recent = new RecentAnswers({
      ttlMs,
      absentTtlMs: ttlMs,
      size: SIZE,
      load: (team) => isOpenFor(operator, team === ANY ? undefined : team),
    });
  }

  /** Forgets everything: settings change seldom. */
  forget(): void {
    this.#recent.forget(() => true);
  }

  /** Returns WWW-Authenticate for a 401, with resource_metadata if apps can sign in at this host. */
  async challenge({ route, host, hostTeam, tokenTeam, wasSent }: TurnedAway): Promise<string> {
    const isPlace = hostTeam !== undefined || isShared(host, this.#baseUrl);
    if (route === undefined || !isPlace || !(await this.#isOpen(hostTeam ?? tokenTeam))) return "Bearer";
    const issuer = issuerOf(hostTeam === undefined ? null : host, this.#baseUrl);
    return signInChallenge(issuer, route.surface, wasSent);
  }

  /** Returns false if the lookup fails: the 401 then goes out without resource_metadata. */
  async #isOpen(team: string | undefined): Promise<boolean> {
    try {
      return (await this.#recent.get(team ?? ANY)) === true;
    } catch {
      return false;
    }
  }
}
