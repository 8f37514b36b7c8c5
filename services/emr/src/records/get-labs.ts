import { AppError, notFound } from "@jst/errors";
import { fieldsOf, resourcePage, type ResourceList } from "@jst/query";
import type { Call, Reply } from "@jst/rpc";
import type { Deps } from "../deps.ts";
import { asSearchset, inJson, isFhir, type Searchset } from "../fhir/answer.ts";
import { analyteToFhir, reportToFhir } from "../fhir/resources.ts";
import type { GetLabsQuery, Handler } from "../../gen/rpc.ts";
import { canonicalSystem } from "../import/fhir/systems.ts";
import { gatedBy, hasLabs, patientIdOf } from "../patients/require-enrolled.ts";
import { recordList } from "./record-list.ts";
import { shownRecord } from "./shown-record.ts";

const LIMIT_MAX = 200;
const analyteJson = (isWanted: boolean): string =>
  `${shownRecord("analyte", isWanted)} || jsonb_build_object('report_id', r.report_id)`;

const fields = fieldsOf(
  { name: "instant", kind: "datetime", sql: "r.instant" },
  { name: "issued", kind: "datetime", sql: "r.issued" },
  { name: "id", kind: "uuid", sql: "r.id", notNull: true, sort: false },
);

/** Answers the latest value of each analyte with the reports, or the history of one (clinical.labs). */
export const getLabs: Handler<"GetLabs"> = async ({ path, query }, call) => {
  if (!hasLabs(call)) throw notFound();
  requireHistory(query);
  const asked = path.patient_id;
  return query.code === undefined ? latest(asked, query, call) : history(asked, query, call);
};

async function history(asked: string, query: GetLabsQuery, call: Call<Deps>): Promise<Reply> {
  const patientId = patientIdOf(asked);
  const isWanted = isFhir(call);
  const list = { ...historyOf(call.caller.team_id, patientId, isWanted), count: isWanted };
  const body = await resourcePage(list, query, gatedBy(asked, call));
  return isWanted
    ? asSearchset(body, setOf(patientId, query, { history: analyteToFhir }), call)
    : inJson(body);
}

/** In FHIR the analytes stand on the first page, so that who walks through the pages meets each match once. */
async function latest(asked: string, query: GetLabsQuery, call: Call<Deps>): Promise<Reply> {
  const patientId = patientIdOf(asked);
  const isWanted = isFhir(call);
  const { team_id: teamId } = call.caller;
  const reports = recordList({ teamId, patientId, kind: "report", plural: "reports", isFhir: isWanted });
  const [head, ...rest] = await resourcePage(reports, query, gatedBy(asked, call));
  const { items, count } = await analytesOf(patientId, call);
  const shown = isWanted && query.cursor !== undefined ? "" : items;
  const body = [Buffer.from(`{"analytes":[${shown}],`), head.subarray(1), ...rest];
  if (!isWanted) return inJson(body);
  const members = { analytes: analyteToFhir, reports: reportToFhir };
  return asSearchset(body, setOf(patientId, query, members), call, count);
}

const setOf = (patientId: string, query: GetLabsQuery, members: Searchset["members"]): Searchset => ({
  path: `/api/v1/emr/patients/${patientId}/labs`,
  query,
  patientId,
  members,
});

/** The latest value of each analyte, by its words. */
async function analytesOf(patientId: string, call: Call<Deps>): Promise<{ items: string; count: number }> {
  const [row] = await call.read<{ items: string | null; count: string }>({
    name: isFhir(call) ? "emr.labs.analytes_in_fhir" : "emr.labs.analytes",
    text: `select string_agg((${analyteJson(isFhir(call))})::text, ',' order by lower(r.item ->> 'text'), r.analyte) as items, count(*)
from emr.records r
where r.team_id = $1 and r.patient_id = $2 and r.is_latest and r.removed_at is null`,
    values: [call.caller.team_id, patientId],
  });
  return { items: row?.items ?? "", count: Number(row?.count ?? 0) };
}

const historyOf = (teamId: string, patientId: string, isWanted: boolean): ResourceList<GetLabsQuery> => ({
  plural: "history",
  route: `emr.v1.Records/history:${patientId}`,
  from: "emr.records r",
  item: analyteJson(isWanted),
  fields,
  order: "instant:desc,issued:desc",
  limitMax: LIMIT_MAX,
  where: (params) => [
    `r.team_id = ${params.add(teamId, "uuid")}`,
    `r.patient_id = ${params.add(patientId, "uuid")}`,
    "r.counts",
    "r.removed_at is null",
  ],
  filters: {
    code: (code, params) =>
      code.includes("|")
        ? `r.analyte in (${params.add(code, "text")}, ${params.add(canonicalKey(code), "text")})`
        : `r.item #>> '{code,code}' = ${params.add(code, "text")}`,
    from: (text, params) => `r.instant >= ${params.addInstant(text)}`,
    to: (text, params) => `r.instant < ${params.addInstant(text)}`,
  },
});

/** `system|code` with the system as it is stored, however it is written. */
function canonicalKey(code: string): string {
  const bar = code.lastIndexOf("|");
  return `${canonicalSystem(code.slice(0, bar))}${code.slice(bar)}`;
}

/** A stretch of time is one of a history. */
function requireHistory({ code, from, to }: GetLabsQuery): void {
  if (code !== undefined) return;
  const given = Object.entries({ from, to }).filter(([, value]) => value !== undefined);
  if (given.length === 0) return;
  const message =
    "This parameter can be used only with the parameter code. Add code, or remove this parameter.";
  const errors = given.map(([field]) => ({ field, code: "invalid_parameter", message }));
  throw new AppError(
    "invalid_parameter",
    "The parameters from and to can be used only with the parameter code. Add code, or remove them.",
    {
      errors,
    },
  );
}
