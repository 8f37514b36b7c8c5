/** The list everyone is asked for: 50 of the 20,000 open orders of a table of 100,000, newest first. */
export const listStatus = "open";

/** The same as the API's `filter`. */
export const listFilter = JSON.stringify({ field: "status", op: "eq", value: listStatus });

const statuses = [listStatus, "paid", "sent", "lost", "draft"];

let count = 0;

/** The cells of one more order. */
export function newCells() {
  count += 1;
  return {
    customer: `Customer ${count % 9_973}`,
    // As in the seed: a list keeps finding its rows among the newest.
    status: statuses[count % statuses.length] ?? listStatus,
    amount: (count % 100_000) / 100,
    ordered_on: "2026-01-31",
    note: `Order number ${count}, to be delivered to the back door between eight and ten`,
  };
}
