import { moneyColumn, pillColumn, textColumn, timeColumn, type ListColumn } from "../lists/columns.ts";
import { statePill } from "../parts/tints.ts";
import { MONEY } from "../words/money.ts";

/** Members that invoices, quotes and subscriptions share. */
interface Sold {
  status: string;
  currency: string;
  total: number;
  bill_to: { name: string | null; email: string | null };
  created_at: string;
}

const { columns: titles } = MONEY;

/** Returns the columns of invoices, quotes or subscriptions: first how one is called, last what it has of its own. */
export const documentColumns = <T extends Sold>(
  named: ListColumn<T>,
  ...own: readonly ListColumn<T>[]
): readonly ListColumn<T>[] => [
  named,
  pillColumn(["status", titles.state], ({ status }) => [statePill(status)]),
  textColumn(["bill_to", titles.for], ({ bill_to: to }) => to.name ?? to.email),
  moneyColumn(["total", titles.total], ({ total, currency }) => ({ amount: total, currency }), {
    isSorted: true,
  }),
  timeColumn(["created_at", titles.made], ({ created_at: at }) => at, { isSorted: true }),
  ...own,
];

/** Returns the column of the number of a document, which a draft does not have. */
export const numberOf = <T extends { number: string | null }>(): ListColumn<T> =>
  textColumn(["number", titles.number], ({ number }) => number ?? MONEY.withoutNumber, { isSorted: true });
