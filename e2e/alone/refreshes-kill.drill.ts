// Proves: services/auth/src/oauth services/auth/src/tokens libs/db/src dev/src/supervisor
import assert from "node:assert/strict";
import { test } from "node:test";
import { connected, refreshRequest, registeredApp, type Pair } from "../src/connected-apps.ts";
import { fleet, jst, newTeam } from "../src/fleet.ts";
import { send } from "../src/http.ts";
import { killingTest, killWhile, sendUnlessDown } from "../src/killing.ts";
import { signedIn, type SignedIn } from "../src/sessions.ts";

const KILLS = 8;
const APPS = 12;
const REFRESHES = 1_000;

/** An app that keeps the one pair it has, and asks its member again where it learns that it has none. */
class App {
  readonly #member: SignedIn;
  readonly #clientId: string;
  #pair: Pair;
  /** Refresh tokens of the present grant that it has used, and got others for. */
  #used: string[] = [];
  /** The answer to the last refresh never came: the token may be used up. */
  #isUnsure = false;
  refreshes = 0;
  /** How often an answer that was lost has cost the grant. */
  losses = 0;

  constructor(member: SignedIn, clientId: string, pair: Pair) {
    this.#member = member;
    this.#clientId = clientId;
    this.#pair = pair;
  }

  /** Refreshes once; false if the outcome is unknown. */
  async refresh(): Promise<boolean> {
    const answer = await sendUnlessDown(this.#asks(this.#pair.refresh_token));
    if (answer === undefined) {
      this.#isUnsure = true;
      return false;
    }
    if (answer.status === 200) {
      this.#used.push(this.#pair.refresh_token);
      this.#pair = answer.body as Pair;
      this.#isUnsure = false;
      this.refreshes += 1;
      return true;
    }
    await this.#begunAnew(answer);
    return true;
  }

  /** It is told that it has nothing where an answer was lost, and nowhere else; then it really has nothing. */
  async #begunAnew({ status, body }: Awaited<ReturnType<typeof send>>): Promise<void> {
    assert.deepEqual(
      [status, (body as { error: string }).error],
      [400, "invalid_grant"],
      JSON.stringify(body),
    );
    assert.ok(this.#isUnsure, "A refresh that was not in doubt was refused.");
    await this.#assertDead();
    this.#pair = await paired(this.#member, this.#clientId);
    this.#used = [];
    this.#isUnsure = false;
    this.losses += 1;
  }

  /** Its tokens work; of those before them none does, and who tries one ends them all. */
  async assertOnePair(): Promise<void> {
    while (!(await this.refresh()));
    assert.equal(await this.#statusOfCall(), 200);
    const former = this.#used.at(-1);
    if (former === undefined) return;
    const { status, body } = await send(this.#asks(former));
    assert.deepEqual([status, (body as { error: string }).error], [400, "invalid_grant"]);
    await this.#assertDead();
  }

  async #assertDead(): Promise<void> {
    const answer = await send(this.#asks(this.#pair.refresh_token));
    assert.equal(answer.status, 400, JSON.stringify(answer.body));
    assert.equal(await this.#statusOfCall(), 401);
  }

  async #statusOfCall(): Promise<number> {
    for (;;) {
      const answer = await sendUnlessDown({ path: "/api/v1/data/tables", token: this.#pair.access_token });
      if (answer !== undefined) return answer.status;
    }
  }

  #asks(value: string): Parameters<typeof send>[0] {
    return refreshRequest(this.#clientId, value);
  }
}

const paired = (member: SignedIn, clientId: string): Promise<Pair> =>
  connected(member, clientId, { preset: "tables", resource: fleet().base_url });

test(
  "account is killed during 1,000 refreshes: every app holds exactly one working pair, or knows that it has none",
  killingTest,
  async (t) => {
    const { slug } = await newTeam("refreshes-kill");
    await jst("config", "set", "--team", slug, "modules.agent_connect.enabled", "true");
    // Each further use ends the grant.
    await jst("config", "set", "--team", slug, "modules.agent_connect.refresh_grace_seconds", "0");
    const member = await signedIn(slug, "owner", "apps");
    const clientId = await registeredApp();
    const apps: App[] = [];
    for (let n = 0; n < APPS; n += 1) apps.push(new App(member, clientId, await paired(member, clientId)));
    const refreshed = () => apps.reduce((sum, { refreshes }) => sum + refreshes, 0);
    let kills = 0;
    while (refreshed() < REFRESHES)
      kills += await killWhile(
        "account",
        KILLS,
        apps.map((app) => () => app.refresh()),
      );
    for (const app of apps) await app.assertOnePair();
    const losses = apps.reduce((sum, one) => sum + one.losses, 0);
    t.diagnostic(`${refreshed()} refreshes, ${kills} kills, ${losses} grants lost and made anew`);
  },
);
