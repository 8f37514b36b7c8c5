import { fieldsOf, resourcePage, type Params, type ResourceList } from "@jst/query";
import type { Call } from "@jst/rpc";
import type { Handler, ListObservationsQuery } from "../../gen/rpc.ts";
import type { Deps } from "../deps.ts";
import { canonicalSystem, LOINC } from "../import/fhir/systems.ts";
import { IS_ACTIVE } from "../wellness-consents/consent.ts";
import { knownCode } from "./known-codes.ts";
import { IS_CONSENTED, OBSERVATION } from "./observation.ts";
import { consentedOf, consentRequired } from "./require-consent.ts";

const fields = fieldsOf(
  { name: "effective_at", kind: "datetime", sql: "t.effective_at", notNull: true },
  { name: "recorded_at", kind: "datetime", sql: "t.created_at", notNull: true },
  { name: "created_at", kind: "datetime", sql: "t.created_at", notNull: true },
  { name: "id", kind: "uuid", sql: "t.id", notNull: true, sort: false },
);

/**
 * Answers one page of the observations that are consented to now: the statement leaves out all others. Of one contact
 * it is 403 where that leaves nothing to be asked for (wellness.reading).
 */
export const listObservations: Handler<"ListObservations"> = async ({ query }, call) => {
  const { contact_id: contactId } = query;
  if (contactId !== undefined) {
    call.concerns({ contactId });
    await requireConsent(contactId, query, call);
  }
  return { body: await resourcePage(observationList(call.caller.team_id, contactId), query, call) };
};

const CATEGORIES = ["vitals", "activity", "sleep", "nutrition", "mood", "glucose", "body"];

async function requireConsent(
  contactId: string,
  { category, code }: ListObservationsQuery,
  call: Call<Deps>,
): Promise<void> {
  const isConsented = await consentedOf([contactId], call);
  const asked = [category, code === undefined ? undefined : categoryOf(code)].filter(
    (one) => one !== undefined,
  );
  const isCovered =
    asked.length === 0
      ? CATEGORIES.some((one) => isConsented({ contactId, category: one }))
      : asked.every((one) => isConsented({ contactId, category: one }));
  if (!isCovered) throw consentRequired();
}

/** The category of a code that is known, alone or as `system|code`. */
function categoryOf(code: string): string | undefined {
  const [system, alone] = partsOf(code);
  return knownCode(system ?? LOINC, alone)?.category;
}

/** A system has no bar in it, so that the last one is the one that counts. */
function partsOf(code: string): [string | undefined, string] {
  const bar = code.lastIndexOf("|");
  return bar < 0 ? [undefined, code] : [code.slice(0, bar), code.slice(bar + 1)];
}

/** For one contact, the statement reads the consents once, not for each of a year's observations. */
function consented(teamId: string, contactId: string | undefined, params: Params): string {
  if (contactId === undefined) return IS_CONSENTED;
  return `t.category = any(array(select unnest(c.categories) from emr.consents c
  where c.team_id = ${params.add(teamId, "uuid")} and c.contact_id = ${params.add(contactId, "uuid")} and ${IS_ACTIVE}))`;
}

const observationList = (
  teamId: string,
  contactId: string | undefined,
): ResourceList<ListObservationsQuery> => ({
  plural: "observations",
  route: "emr.v1.Observations/ListObservations",
  from: "emr.observations t",
  item: OBSERVATION,
  fields,
  updatedAt: "t.created_at",
  where: (params) => [`t.team_id = ${params.add(teamId, "uuid")}`, consented(teamId, contactId, params)],
  filters: {
    contact_id: (id, params) => `t.contact_id = ${params.add(id, "uuid")}`,
    category: (category, params) => `t.category = ${params.add(category, "text")}`,
    code: (code, params) => {
      const [system, alone] = partsOf(code);
      const isCode = `t.code = ${params.add(alone, "text")}`;
      return system === undefined
        ? isCode
        : `${isCode} and t.code_system in (${params.add(system, "text")}, ${params.add(canonicalSystem(system), "text")})`;
    },
    from: (text, params) => `t.effective_at >= ${params.addInstant(text)}`,
    to: (text, params) => `t.effective_at < ${params.addInstant(text)}`,
  },
});
