import { ProblemError, type Problem } from "@jst/client";
import { ActorName, Initials } from "../parts/actor-name.tsx";
import { CopyButton } from "../parts/copy-button.tsx";
import { Detail } from "../parts/detail.tsx";
import { Details } from "../parts/details.tsx";
import { Failure } from "../parts/failure.tsx";
import { Members } from "../parts/members.tsx";
import { ModuleOn } from "../parts/module-on.tsx";
import { Appointment, Moment } from "../parts/moment.tsx";
import { Nowhere } from "../parts/nowhere.tsx";
import { Outcome } from "../parts/outcome.tsx";
import { Owners } from "../parts/owners.tsx";
import { Page } from "../parts/page.tsx";
import { Pill } from "../parts/pill.tsx";
import { Reference, kindOf } from "../parts/reference.tsx";
import { ShownMember } from "../parts/shown-member.tsx";
import { ShownOnce } from "../parts/shown-once.tsx";
import { TINTS } from "../parts/tints.ts";
import { Waiting } from "../parts/waiting.tsx";
import { type Examples, IDS } from "./examples.ts";

const problem = (more: Partial<Problem>): ProblemError =>
  new ProblemError(more.status ?? 422, {
    ...{ type: "about:blank", title: "Refused", status: 422, code: "invalid_request" },
    ...{ detail: "The request is not valid.", request_id: "req-1", ...more },
  });
const FIELD = { field: "email", code: "invalid_format", message: "is not a valid e-mail address" };
const HOURS_2 = 7_200_000;
const contact = kindOf("contact_id", IDS.contact);

/** Parts that show something. */
export const SHOWN_PARTS: Examples = {
  "pill.tsx": () =>
    Object.fromEntries(
      TINTS.map((tint) => [
        tint,
        <Pill key={tint} tint={tint}>
          {tint}
        </Pill>,
      ]),
    ),
  "actor-name.tsx": () => ({
    person: <ActorName of={{ type: "human", id: IDS.nina }} />,
    "person who left": <ActorName of={{ type: "human", id: IDS.joel }} />,
    key: <ActorName of={{ type: "service", id: IDS.key }} />,
    platform: <ActorName of={{ type: "system", id: "relay" }} />,
    initials: <Initials id={IDS.nina} name="Nina Keller" />,
  }),
  "moment.tsx": () => ({
    distance: <Moment at={new Date(Date.now() - HOURS_2).toISOString()} />,
    time: <Appointment at="2026-03-02T09:30:00Z" />,
  }),
  "reference.tsx": () => ({
    named: contact && <Reference kind={contact} id={IDS.contact} />,
    unnamed: contact && <Reference kind={contact} id={IDS.unknown} />,
  }),
  "shown-member.tsx": () => ({
    word: <ShownMember name="status" of="open" />,
    list: <ShownMember name="tags" of={["vip", "lead"]} />,
    person: <ShownMember name="owner_id" of={IDS.nina} />,
    unnamed: <ShownMember name="thing_id" of={IDS.unknown} />,
  }),
  "members.tsx": () => ({
    facts: (
      <Members of={{ id: IDS.first, status: "open", contact_id: IDS.contact, address: { city: "Bern" } }} />
    ),
  }),
  "details.tsx": () => ({ closed: <Details of={{ id: IDS.first, code: "not_found" }} /> }),
  "copy-button.tsx": () => ({ before: <CopyButton text="key" /> }),
  "shown-once.tsx": () => ({
    shown: <ShownOnce what="The key" value="jst_example" />,
    lost: <ShownOnce what="The key" value={undefined} />,
  }),
  "failure.tsx": () => ({
    field: <Failure error={problem({ errors: [FIELD] })} />,
    "beside its field": <Failure error={problem({ errors: [FIELD] })} beside={["email"]} />,
    role: <Failure error={problem({ status: 403, code: "insufficient_scope" })} />,
    "no answer": <Failure error={new TypeError("Failed to fetch")} />,
  }),
  "outcome.tsx": () => ({
    refused: <Outcome of={{ error: problem({ code: "not_found" }), data: undefined }} />,
    done: <Outcome of={{ error: null, data: {} }}>{() => <p>Sent.</p>}</Outcome>,
  }),
  "owners.tsx": () => ({ owners: <Owners /> }),
  "waiting.tsx": () => ({ waiting: <Waiting /> }),
  "nowhere.tsx": () => ({ page: <Nowhere /> }),
  "page.tsx": () => ({
    "with an act": (
      <Page title="Invoices" actions={<button className="main">New invoice</button>}>
        <p>Content</p>
      </Page>
    ),
  }),
  "detail.tsx": () => ({
    waiting: (
      <Detail
        kind="Invoice"
        queryKey={["design"]}
        read={() => new Promise<string>(() => {})}
        title={() => ""}
      >
        {() => null}
      </Detail>
    ),
  }),
  "module-on.tsx": () => ({
    off: (
      <ModuleOn page="reviews" module="review">
        <p>Reviews</p>
      </ModuleOn>
    ),
  }),
};
