import { answered } from "@jst/client";
import { api, type Schemas } from "../api.ts";

/** A review with all that was said of it. */
export interface Reviewed {
  packet: Schemas["Packet"];
  answers: Schemas["PacketAnswers"];
}

/** Query keys to load again after a review was written. */
export const touched = (id: string) => [["packets"], ["packet", id]];

/** The query of the reviews that wait for the member's signature, the most urgent first. */
export const waitingFor = (member: string) => ({ waits_for: member, sort: "due_at:asc" });

/** Reads a review. */
export async function readReview(id: string): Promise<Reviewed> {
  const params = { path: { packet_id: id } };
  const [packet, answers] = await Promise.all([
    answered(api.GET("/api/v1/review/packets/{packet_id}", { params })),
    answered(api.GET("/api/v1/review/packets/{packet_id}/answers", { params })),
  ]);
  return { packet, answers };
}

/** Whether somebody has signed the walkthrough that the review is at. */
export const hasSignatures = ({ answers: { verdicts } }: Reviewed): boolean =>
  verdicts.some(({ status }) => status === "signed");

/** Returns the verdict of the member; undefined if the member is not a reviewer. */
export const verdictOf = ({ answers: { verdicts } }: Reviewed, member: string) =>
  verdicts.find(({ reviewer_id: id }) => id === member);

/** The sheet that the member has saved. */
export const sheetOf = ({ answers: { answer_sheets: sheets } }: Reviewed, member: string) =>
  sheets.find(({ reviewer_id: id }) => id === member);
