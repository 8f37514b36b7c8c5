import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import type { Caller } from "@jst/caller";
import { testTeam, type TestDoor, type TestReply } from "@jst/testing";
import { reader } from "./test-emr.ts";

/** A heart rate of the contact; each test changes what it is about. */
export const heartRate = (contact_id: string, rest: object = {}): Record<string, unknown> => ({
  contact_id,
  code: { system: "http://loinc.org", code: "8867-4", display: "Heart rate" },
  value: 64,
  unit: "/min",
  effective_at: "2026-03-01T08:00:00Z",
  source: { type: "device", name: "watch" },
  ...rest,
});

/** Common steps of tests of wellness. */
export const wellnessOf = (door: TestDoor) => ({
  /** A consent; throws unless it is made. */
  consent: async (caller: Caller, contact_id: string, rest: object = {}): Promise<{ id: string }> => {
    const body = { contact_id, categories: ["vitals"], purposes: ["care"], ...rest };
    const reply = await door.call("CreateWellnessConsent", { caller, body });
    assert.equal(reply.status, 201, JSON.stringify(reply.body));
    return reply.body as { id: string };
  },
  step: (caller: Caller, action: string, id: string): Promise<TestReply> =>
    door.call("CreateWellnessConsent", { caller, body: { action, id } }),
  observe: (caller: Caller, body: object, headers = {}): Promise<TestReply> =>
    door.call("CreateObservations", { caller, body, headers }),
  list: (caller: Caller, parameters: Record<string, string> = {}): Promise<TestReply> =>
    door.call("ListObservations", { caller, query: new URLSearchParams(parameters).toString() }),
  get: (caller: Caller, id: string): Promise<TestReply> =>
    door.call("GetObservation", { caller, path: { observation_id: id } }),
});

/** A team with the module on, in which a person proposes and an owner decides, and a contact of it. */
export function wellnessTeam() {
  const { member, admin, service } = testTeam();
  return {
    // Health data is for owners and admins (tokens.role); a proposer is one of them.
    member: reader({ ...member, role: "owner" }),
    admin: reader(admin),
    service: reader(service),
    contact: randomUUID() as string,
  };
}

export const loinc = (code: string) => ({ system: "http://loinc.org", code });

/** Steps of the contact. */
export const steps = (contact: string, rest: object = {}) =>
  heartRate(contact, { code: loinc("55423-8"), unit: "1", ...rest });

/** A contact with a heart rate and steps, under a consent for each. */
export async function observedIn(door: TestDoor) {
  const { consent, observe } = wellnessOf(door);
  const team = wellnessTeam();
  const vitals = await consent(team.service, team.contact);
  const activity = await consent(team.service, team.contact, { categories: ["activity"] });
  const rate = await observe(team.service, heartRate(team.contact));
  const later = { value: 900, effective_at: "2026-03-02T08:00:00Z" };
  const walk = await observe(team.service, steps(team.contact, later));
  const ids = [rate, walk].map(({ body }) => (body as { id: string }).id);
  return { ...team, vitals: vitals.id, activity: activity.id, rate: ids[0] ?? "" };
}

/** Returns a reply without the id of its request. */
export const said = ({ status, body }: TestReply): object => ({
  ...(body as object),
  status,
  request_id: "",
  trace_id: "",
});
