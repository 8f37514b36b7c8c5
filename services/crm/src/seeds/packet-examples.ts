import type { NamedMember } from "../../gen/internal.ts";
import type { PacketDraft } from "../../gen/rpc.ts";
import type { VerdictWord } from "../packets/readiness.ts";

const DAY_MS = 86_400_000;

/** A packet as a seed makes it. */
export interface PacketExample {
  draft: Omit<PacketDraft, "team_id">;
  /** 1 when absent. */
  walkthrough?: number;
  /** By the place of the reviewer; for the current walkthrough where no other is named. */
  signed?: readonly { by: number; verdict: VerdictWord; note?: string; walkthrough?: number }[];
  /** Answers of the first reviewer, by the place of the item. */
  answered?: Readonly<Record<number, unknown>>;
}

/** Packets in every state of readiness; one with a stale verdict, one draft, one with every type of item. */
export function packetExamples(
  now: Date,
  [first, second, third]: readonly NamedMember[],
): readonly PacketExample[] {
  const due = (days: number) => new Date(now.getTime() + days * DAY_MS).toISOString();
  const reviewers = [first, second].flatMap((one) => (one === undefined ? [] : [{ email: one.email }]));
  const withGuest = [...reviewers, ...(third === undefined ? [] : [{ email: third.email, required: false }])];
  const question = { prompt: "Does anything stand against it?", type: "long_text" as const };
  const packet = (title: string, days: number) => ({
    title,
    due_at: due(days),
    reviewers,
    items: [question],
  });
  return [
    everyType(withGuest, due(14)),
    { draft: packet("Terms of delivery", 7), signed: [{ by: 0, verdict: "abstain" }] },
    {
      draft: packet("Privacy notice", 3),
      signed: [
        { by: 0, verdict: "approve" },
        { by: 1, verdict: "request_changes", note: "The list of processors is out of date." },
      ],
    },
    {
      draft: packet("Welcome letter", -2),
      signed: [
        { by: 0, verdict: "approve", note: "Well done." },
        { by: 1, verdict: "approve" },
      ],
    },
    {
      draft: packet("Emergency plan", 21),
      walkthrough: 2,
      signed: [
        { by: 0, verdict: "approve", walkthrough: 1 },
        { by: 1, verdict: "abstain" },
      ],
    },
    { draft: { ...packet("Plan for the office move", 60), status: "draft" } },
  ];
}

/** A packet with every type of item, of which some are answered. */
function everyType(reviewers: PacketDraft["reviewers"], due_at: string): PacketExample {
  const [prices, discounts] = ["Prices", "Discounts"];
  return {
    draft: {
      ...{ title: "Price list for the new year", reviewers, due_at },
      description: "Prices, discounts and who may grant them.",
      items: [
        { section: prices, prompt: "Which price is wrong?", type: "text" },
        { section: prices, prompt: "What would customers say?", type: "long_text" },
        { section: discounts, prompt: "Largest discount", type: "choice", options: ["5 %", "10 %", "20 %"] },
        {
          section: discounts,
          prompt: "Who grants it?",
          type: "multi_choice",
          options: ["Sales", "Finance", "Owner"],
        },
        { prompt: "May it be published?", type: "boolean", required: true },
        { prompt: "How clear is it?", type: "rating", required: true },
      ],
    },
    answered: { 0: "The annual plan", 3: ["Sales", "Owner"], 4: false },
  };
}
