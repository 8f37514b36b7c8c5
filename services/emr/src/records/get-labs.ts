import { AppError, notFound } from "@jst/errors";
import { fieldsOf, parseTimestamp, resourcePage, type ResourceList } from "@jst/query";
import type { Call } from "@jst/rpc";
import type { Deps } from "../deps.ts";
import type { GetLabsQuery, Handler } from "../../gen/rpc.ts";
import { hasLabs, requireEnrolled } from "../patients/require-enrolled.ts";
import { RECORD, recordList } from "./record-list.ts";

const LIMIT_MAX = 200;
const ANALYTE = `${RECORD} || jsonb_build_object('report_id', r.report_id)`;

const fields = fieldsOf(
  { name: "instant", kind: "datetime", sql: "r.instant" },
  { name: "issued", kind: "datetime", sql: "r.issued" },
  { name: "id", kind: "uuid", sql: "r.id", notNull: true, sort: false },
);

/** Answers the latest value of each analyte with the reports, or the history of one (clinical.labs). */
export const getLabs: Handler<"GetLabs"> = async ({ path, query }, call) => {
  if (!hasLabs(call)) throw notFound();
  requireHistory(query);
  const patientId = await requireEnrolled(path.patient_id, call);
  if (query.code !== undefined)
    return { body: await resourcePage(historyOf(call.caller.team_id, patientId), query, call) };
  const reports = recordList({ teamId: call.caller.team_id, patientId, kind: "report", plural: "reports" });
  const [head, ...rest] = await resourcePage(reports, query, call);
  const analytes = Buffer.from(`{"analytes":[${await analytesOf(patientId, call)}],`);
  return { body: [analytes, head.subarray(1), ...rest] };
};

/** The latest value of each analyte, by its words. */
async function analytesOf(patientId: string, call: Call<Deps>): Promise<string> {
  const [row] = await call.read<{ items: string | null }>({
    name: "emr.labs.analytes",
    text: `select string_agg((${ANALYTE})::text, ',' order by lower(r.item ->> 'text'), r.analyte) as items
from emr.records r
where r.team_id = $1 and r.patient_id = $2 and r.is_latest and r.removed_at is null`,
    values: [call.caller.team_id, patientId],
  });
  return row?.items ?? "";
}

const historyOf = (teamId: string, patientId: string): ResourceList<GetLabsQuery> => ({
  plural: "history",
  route: `emr.v1.Records/history:${patientId}`,
  from: "emr.records r",
  item: ANALYTE,
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
        ? `r.analyte = ${params.add(code, "text")}`
        : `r.item #>> '{code,code}' = ${params.add(code, "text")}`,
    from: (text, params) => `r.instant >= ${params.add(moment("from", text), "timestamptz")}`,
    to: (text, params) => `r.instant < ${params.add(moment("to", text), "timestamptz")}`,
  },
});

/** A stretch of time is one of a history. */
function requireHistory({ code, from, to }: GetLabsQuery): void {
  if (code !== undefined) return;
  const given = Object.entries({ from, to }).filter(([, value]) => value !== undefined);
  if (given.length === 0) return;
  const message = "Goes with code alone.";
  const errors = given.map(([field]) => ({ field, code: "invalid_parameter", message }));
  throw new AppError("invalid_parameter", "from and to narrow the history of a code.", { errors });
}

function moment(field: string, text: string): string {
  const parsed = parseTimestamp(text);
  if (parsed !== undefined) return parsed;
  const message = "A time as RFC 3339 with a zone, such as 2026-01-31T08:00:00Z.";
  const errors = [{ field, code: "invalid_value", message }];
  throw new AppError("invalid_parameter", `${field} is not a time.`, { errors });
}
