import type { Row, Statement } from "@jst/db";
import type { BillFrom } from "../../gen/rpc.ts";
import { settingOf } from "./team-now.ts";

/** Texts of a team for its payers. */
export interface SellerTexts extends Row {
  /** How it wants to be paid; null where it says nothing. */
  instructions: string | null;
  /** Seller now; null if none is set. */
  seller: BillFrom | null;
}

/** Reads it, as it is set now (commerce.settings). */
export const findSaid: Statement = {
  name: "commerce.settings.said",
  text: `select ${settingOf("commerce.payment_instructions")} as instructions, ${settingOf("commerce.seller")}::json as seller`,
  values: [],
};
