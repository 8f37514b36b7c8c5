import path from "node:path";
import { baseUrl } from "./components/service.ts";
import type { Fleet } from "./component.ts";
import { OperatorError } from "./operator-error.ts";
import { OperatorProblem } from "./operator.ts";
import { until } from "./process/until.ts";
import { readJson, replaceFile } from "./state.ts";
import type { FleetFacts } from "./supervisor/spec.ts";
import { addMember, createTeam, mintToken, provisionTeam, signInLink, type Team } from "./teams.ts";

/** State of the demo team between starts; the token is absent if creating the team was interrupted. */
interface DemoTeam {
  team: Team;
  serviceToken?: string;
}

const slug = "demo";
const owner = "owner@demo.test";
const answerLimitMs = 30_000;

/**
 * Creates the demo team once, mints new hour-long tokens, and resolves when a request with its service token has
 * returned from the database through the gateway.
 */
export async function ensureDemoTeam(fleet: Fleet): Promise<FleetFacts> {
  const { team, serviceToken } = await keptOrNewTeam(fleet);
  const [service, human, breakGlass] = await Promise.all([
    workingToken(fleet, team, serviceToken),
    mintToken(fleet, { team: slug, type: "human", name: "make up", member: owner }),
    mintToken(fleet, {
      team: slug,
      type: "break_glass",
      name: "make up",
      member: owner,
      reason: "Local development",
    }),
  ]);
  return {
    base_url: baseUrl(fleet),
    team,
    tokens: { service, human: human.value, break_glass: breakGlass.value },
  };
}

/** A link that signs in the demo team's owner at the console, once and soon. */
export async function demoSignInLink(fleet: Fleet): Promise<string> {
  const { url } = await signInLink(fleet, { team: slug, member: owner });
  return `${url}?return_to=/console`;
}

async function keptOrNewTeam(fleet: Fleet): Promise<DemoTeam> {
  const kept = await readJson<DemoTeam>(file(fleet));
  if (kept?.serviceToken !== undefined) return kept;
  const team = kept?.team ?? (await newTeam(fleet));
  await keep(fleet, { team });
  // Each of these may have been done already.
  await provisionTeam(fleet, team.id);
  await addMember(fleet, { team: slug, email: owner, role: "owner" });
  return { team };
}

async function newTeam(fleet: Fleet): Promise<Team> {
  try {
    return await createTeam(fleet, { slug, display_name: "Demo" });
  } catch (error) {
    if (!(error instanceof OperatorProblem) || error.code !== "slug_taken") throw error;
    const message = `The team "${slug}" exists, but ${file(fleet)} is gone; \`make reset\` starts from nothing.`;
    throw new OperatorError(message, { cause: error });
  }
}

/** The kept service token, or a new one when there is none or it was revoked. */
async function workingToken(fleet: Fleet, team: Team, kept: string | undefined): Promise<string> {
  if (kept !== undefined && (await answerTo(fleet, kept)) === 200) return kept;
  const { value } = await mintToken(fleet, { team: slug, type: "service", name: "make up" });
  await keep(fleet, { team, serviceToken: value });
  if ((await answerTo(fleet, value)) === 200) return value;
  throw new OperatorError(
    `The gateway refuses a token minted just now; see the logs in ${fleet.paths.logDir}.`,
  );
}

/** Requests the team's tables until the fleet has settled: 200, or 401 for a token that is no longer valid. */
async function answerTo(fleet: Fleet, token: string): Promise<200 | 401> {
  const url = `${baseUrl(fleet)}/api/v1/data/tables`;
  const headers = { authorization: `Bearer ${token}` };
  let answer = "nothing";
  let status: number | undefined;
  await until(async () => {
    try {
      const response = await fetch(url, { headers, signal: AbortSignal.timeout(5_000) });
      status = response.status;
      answer = `${status} ${(await response.text()).slice(0, 300)}`;
    } catch (error) {
      answer = String(error);
    }
    return status === 200 || status === 401;
  }, answerLimitMs);
  if (status === 200 || status === 401) return status;
  throw new OperatorError(
    `The fleet runs, but ${url} answers ${answer}; see the logs in ${fleet.paths.logDir}.`,
  );
}

function file(fleet: Fleet): string {
  return path.join(fleet.paths.keysDir, "demo-team.json");
}

async function keep(fleet: Fleet, demo: DemoTeam): Promise<void> {
  await replaceFile(file(fleet), JSON.stringify(demo));
}
