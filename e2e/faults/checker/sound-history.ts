import type { Delivery, History, Receipt, Write } from "./history.ts";

const rules = {
  attemptsMax: 5,
  delaysMs: [1_000, 2_000, 4_000, 8_000],
  leaseMs: 15_000,
  drainLimitMs: 60_000,
};

/** Contact c1 of team a in two versions, c2 of team b in one; a has two endpoints, b one. */
const versions = [
  { team: "a", contact: "c1", version: 1, marker: "m1", event: "e1", endpoints: ["a1", "a2"] },
  { team: "a", contact: "c1", version: 2, marker: "m2", event: "e2", endpoints: ["a1", "a2"] },
  { team: "b", contact: "c2", version: 1, marker: "m3", event: "e3", endpoints: ["b1"] },
];

/** Makes a new history without faults, for tests to break in one place. */
export function soundHistory() {
  const writes: Write[] = versions.map(({ team, contact, version, marker }, index) => {
    const [sentMs, endedMs] = [index * 10, index * 10 + 5];
    return { team, contact, marker, outcome: "ok", version, sentMs, endedMs };
  });
  const deliveries: Delivery[] = versions.flatMap(({ endpoints, team, ...version }) =>
    endpoints.map((endpoint) => ({
      ...version,
      id: `${version.event}-${endpoint}`,
      endpoint,
      team,
      payloadTeam: team,
      type: version.version === 1 ? "contact.created" : "contact.updated",
      status: "success",
      attempts: 1,
    })),
  );
  const receipts: Receipt[] = deliveries.map(({ id, endpoint, event, team }) => {
    const told = { isSigned: true, isAccepted: true, body: `body of ${event}` };
    return { endpoint, delivery: id, event, attempt: 1, team, atMs: 100, ...told };
  });
  const walk = (team: string) => deliveries.filter((row) => row.team === team).map(({ id }) => id);
  return {
    rules,
    writes,
    contacts: [
      { team: "a", id: "c1", version: 2, name: "m1", marker: "m2" },
      { team: "b", id: "c2", version: 1, name: "m3", marker: "m3" },
    ],
    endpoints: ["a1", "a2", "b1"].map((id) => ({ id, team: id.slice(0, 1) })),
    deliveries,
    walks: ["a", "b"].map((team) => ({ team, walker: team, items: walk(team) })),
    receipts,
    decisions: [
      { changeset: "s1", status: "executed", isApproved: true },
      { changeset: "s2", status: "queued", isApproved: false },
    ],
    audit: [
      { changeset: "s1", action: "changeset.propose" },
      { changeset: "s1", action: "changeset.approve" },
      { changeset: "s2", action: "changeset.propose" },
    ],
    brokenChains: [] as string[],
    trespasses: [] as string[],
    drainMs: 900 as number | null,
    drainOthersMs: 0,
  } satisfies History;
}

/** History that soundHistory makes. */
export type SoundHistory = ReturnType<typeof soundHistory>;
