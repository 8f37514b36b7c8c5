import { notFound } from "@jst/errors";
import { resourcePage } from "@jst/query";
import type { Handler } from "../../gen/rpc.ts";
import { forms } from "../forms/form.ts";
import { submissionsOf } from "./submission.ts";

/** Answers one page of a form's submissions, also of an archived one. */
export const listSubmissions: Handler<"ListSubmissions"> = async ({ path, query }, call) => {
  const teamId = call.caller.team_id;
  const [form] = await call.read<{ id: string }>(forms.store.findNamed(teamId, path.slug));
  if (form === undefined) throw notFound();
  return { body: await resourcePage(submissionsOf(teamId, form.id), query, call) };
};
