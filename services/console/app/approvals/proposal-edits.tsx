import type { Schemas } from "../api.ts";
import { Failure } from "../parts/failure.tsx";
import { Waiting } from "../parts/waiting.tsx";
import { APPROVALS } from "../words/approvals.ts";
import { nounOf } from "../words/words.ts";
import { useFirstVersion, type Changeset } from "./changesets.ts";
import { DifferencesTable } from "./differences-table.tsx";
import { differencesOf } from "./differences.ts";
import { calledIn, shownChange } from "./shown-values.ts";
import { useShownBy } from "./use-shown-by.ts";

type Operation = Schemas["ChangesetOperation"];

const { edited: words } = APPROVALS;

/** Shows what an approver has changed of a proposal: the values that the proposer sent beside those of now. */
export function ProposalEdits({ changeset: { id, operations } }: { changeset: Changeset }) {
  const { data, error } = useFirstVersion(id);
  return (
    <>
      <h2>{words.title}</h2>
      {error !== null && <Failure error={error} />}
      {data === undefined && error === null && <Waiting />}
      {data?.operations.map((sent, place) => {
        const now = operations[place];
        return now !== undefined && <OperationEdits key={place} sent={sent} now={now} />;
      })}
    </>
  );
}

function OperationEdits({ sent, now }: { sent: Operation; now: Operation }) {
  const { by } = useShownBy(now.after);
  const differences = differencesOf(sent.after, now.after).filter(({ field }) => isSent(sent.after, field));
  if (differences.length === 0) return null;
  return (
    <DifferencesTable
      name={`${words.title} ${nounOf(now.resource)}`}
      differences={differences}
      heads={words.heads}
      hasBefore
      hasAfter
      called={(field) => calledIn(by, field)}
      shows={(field, value) => shownChange(field, value, by)}
    />
  );
}

/** Whether the proposal shows the member: an applied change has more, which the platform adds. */
const isSent = (image: unknown, field: string): boolean =>
  typeof image === "object" && image !== null && (field.split(/[. ]/)[0] ?? "") in image;
