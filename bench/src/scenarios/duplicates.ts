import type { BenchFacts } from "../facts.ts";
import { pageSize, throughGateway } from "./requests.ts";
import { ours, type Contestant, type Scenario } from "./scenario.ts";

/** The first page of a list of the team that has many contacts; `bytes` is less than any such page has. */
export function firstPage(name: string, path: string, bytes: number): Contestant {
  const faultOf = (body: Buffer) => (body.length < bytes ? "The page is too small:" : undefined);
  const exchanges = ({ contactTokens: tokens }: BenchFacts) => {
    if (tokens === undefined) throw new Error("The contacts were not seeded.");
    const ask = throughGateway({ tokens });
    return () => ask(path, undefined, { status: 200, faultOf });
  };
  return { name, door: "gateway", exchanges };
}

const list = "contacts";

/** Pairs are found by an index, however few there are: a page of them holds two contacts each. */
export const duplicates: Scenario = {
  name: "duplicates",
  title: "first page of the duplicates of 100,000 contacts, beside a page of the contacts",
  hasTail: false,
  needs: "contacts",
  contestants: [
    firstPage(ours, "/api/v1/contacts/duplicates", pageSize * 800),
    firstPage(list, "/api/v1/contacts", pageSize * 400),
  ],
  p50Target: { against: list, atMost: 5 },
};
