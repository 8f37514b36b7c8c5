import { until } from "@jst/testing";
import { randomUUID } from "node:crypto";

/** Runs a command of the operator; its JSON. */
type Run = (...args: string[]) => Promise<unknown>;

const MODULE = "articles";
const HEARD_MS = 20_000;

/**
 * Waits until the way in knows every earlier change. Changes arrive in order, so one more change is made, in a separate
 * team, and awaited.
 */
export function hearing(run: Run, baseUrl: () => string): () => Promise<void> {
  let team: Promise<{ slug: string; token: string }> | undefined;
  let isOn = true;
  return async () => {
    team ??= newTeam(run);
    const { slug, token } = await team;
    const look = async (): Promise<boolean | undefined> => {
      const headers = { authorization: `Bearer ${token}` };
      const answer = await fetch(`${baseUrl()}/api/v1/${MODULE}?limit=1`, { headers });
      await answer.arrayBuffer();
      // A list is not found while its module is off; any other refusal says nothing of the module.
      return answer.ok || (answer.status === 404 ? false : undefined);
    };
    // Caches the state; an uncached one would be read from the database.
    await look();
    isOn = !isOn;
    await run("config", "set", "--team", slug, `modules.${MODULE}.enabled`, String(isOn));
    await until("what was changed is heard", HEARD_MS, async () => (await look()) === isOn || undefined);
  };
}

async function newTeam(run: Run): Promise<{ slug: string; token: string }> {
  const slug = `heard-${randomUUID().slice(0, 13)}`;
  await run("team", "create", slug);
  const { value: token } = (await run("token", "mint", "--team", slug, "--type", "service")) as {
    value: string;
  };
  return { slug, token };
}
