import { answered } from "@jst/client";
import { useQuery } from "@tanstack/react-query";
import { api, type Schemas } from "../api.ts";
import { Failure } from "../parts/failure.tsx";
import { Select } from "../parts/select.tsx";
import { REVIEWERS } from "../words/reviews.ts";

export type ReviewerDraft = Schemas["ReviewerDraft"];
type Part = keyof typeof REVIEWERS.parts;

const MOST = 500;

interface ReviewersOf {
  drafts: readonly ReviewerDraft[];
  onChange: (drafts: readonly ReviewerDraft[]) => void;
}

/** Reviewers of the team, and whose approval is required. A viewer cannot sign and is not offered. */
export function Reviewers({ drafts, onChange }: ReviewersOf) {
  const { data, error } = useQuery({
    queryKey: ["members", "reviewers"],
    queryFn: () => answered(api.GET("/api/v1/members", { params: { query: { limit: MOST } } })),
  });
  const members = (data?.members ?? []).filter(({ role }) => role !== "viewer").map(({ email }) => email);
  const emails = [...new Set([...drafts.map(({ email }) => email), ...members])];
  return (
    <fieldset className="form">
      <legend>{REVIEWERS.title}</legend>
      {error !== null && <Failure error={error} />}
      {emails.map((email) => (
        <Select
          key={email}
          label={email}
          of={REVIEWERS.parts}
          is={partOf(drafts.find((one) => one.email === email))}
          onChange={(part) => onChange(withPart(drafts, email, part))}
        />
      ))}
    </fieldset>
  );
}

function partOf(draft: ReviewerDraft | undefined): Part {
  if (draft === undefined) return "none";
  return draft.required === false ? "optional" : "required";
}

/** The drafts with what the member of the address does. */
function withPart(drafts: readonly ReviewerDraft[], email: string, part: Part): readonly ReviewerDraft[] {
  const at = drafts.findIndex((one) => one.email === email);
  if (part === "none") return drafts.filter((one) => one.email !== email);
  const draft = { email, required: part === "required" };
  return at === -1 ? [...drafts, draft] : drafts.with(at, draft);
}
