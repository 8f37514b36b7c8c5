import path from "node:path";
import { baseUrl } from "./components/service.ts";
import { expectOk } from "./components/exchange.ts";
import type { Fleet } from "./component.ts";
import { OperatorError } from "./operator-error.ts";
import { OperatorProblem } from "./operator.ts";
import { until } from "./process/until.ts";
import { readJson, replaceFile } from "./state.ts";
import type { FleetFacts } from "./supervisor/spec.ts";
import { addMember, createTeam, mintToken, provisionTeam, type Team } from "./teams.ts";

/** What is kept of the demo team between starts. */
interface DemoTeam {
  team: Team;
  serviceToken: string;
}

const slug = "demo";
const owner = "owner@demo.test";
const readyLimitMs = 30_000;

/**
 * Makes the demo team once, mints its hour-long tokens anew, and resolves when a request with its service token has
 * come back from the database through the gateway.
 */
export async function ensureDemoTeam(fleet: Fleet): Promise<FleetFacts> {
  const { team, serviceToken } = await keptOrNewTeam(fleet);
  const [human, breakGlass] = await Promise.all([
    mintToken(fleet, { team: slug, type: "human", name: "make up", member: owner }),
    mintToken(fleet, {
      team: slug,
      type: "break_glass",
      name: "make up",
      member: owner,
      reason: "Local development",
    }),
  ]);
  await requireAnswer(fleet, serviceToken);
  return {
    base_url: baseUrl(fleet),
    team,
    tokens: { service: serviceToken, human: human.value, break_glass: breakGlass.value },
  };
}

async function keptOrNewTeam(fleet: Fleet): Promise<DemoTeam> {
  const file = path.join(fleet.paths.keysDir, "demo-team.json");
  const kept = await readJson<DemoTeam>(file);
  if (kept) return kept;
  const team = await createOrFind(fleet);
  await addMember(fleet, { team: slug, email: owner, role: "owner" });
  const { value } = await mintToken(fleet, { team: slug, type: "service", name: "make up" });
  const demo = { team, serviceToken: value };
  await replaceFile(file, JSON.stringify(demo));
  return demo;
}

/** An earlier start may have been cut off between creating the team and writing it down. */
async function createOrFind(fleet: Fleet): Promise<Team> {
  try {
    return await createTeam(fleet, { slug, display_name: "Demo" });
  } catch (error) {
    const id = error instanceof OperatorProblem ? error.document["existing_id"] : undefined;
    if (typeof id !== "string") throw error;
    await provisionTeam(fleet, id);
    return { id, slug };
  }
}

async function requireAnswer(fleet: Fleet, token: string): Promise<void> {
  const url = `${baseUrl(fleet)}/api/v1/data/tables`;
  let reason = "";
  const isAnswered = await until(async () => {
    try {
      await expectOk(url, { authorization: `Bearer ${token}` });
      return true;
    } catch (error) {
      reason = error instanceof Error ? error.message : String(error);
      return false;
    }
  }, readyLimitMs);
  if (isAnswered) return;
  throw new OperatorError(
    `The fleet runs but does not answer: ${reason}. Logs: ${fleet.paths.logDir}; \`make reset\` starts from nothing.`,
  );
}
