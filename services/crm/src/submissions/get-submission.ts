import { notFound } from "@jst/errors";
import { requireId } from "@jst/resource";
import type { Handler } from "../../gen/rpc.ts";
import { forms } from "../forms/form.ts";
import { findSubmission } from "./submission.ts";

/** Answers one submission; under another form's name there is none. */
export const getSubmission: Handler<"GetSubmission"> = async ({ path }, call) => {
  const teamId = call.caller.team_id;
  const [form] = await call.read<{ id: string }>(forms.store.findNamed(teamId, path.slug));
  if (form === undefined) throw notFound();
  const [found] = await call.read<{ body: string }>(
    findSubmission(teamId, form.id, requireId(path.submission_id)),
  );
  if (found === undefined) throw notFound();
  return { body: found.body };
};
