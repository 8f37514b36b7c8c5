import type { Schemas } from "../api.ts";
import { Members } from "../parts/members.tsx";
import { ThingsTable } from "../parts/things-table.tsx";
import { shownMoney } from "../parts/values.ts";
import { MONEY } from "../words/money.ts";

interface Sold {
  currency: string;
  subtotal: number;
  discount_total: number;
  tax_total: number;
  total: number;
  tax_breakdown: readonly Schemas["TaxOfRate"][];
}

interface DocumentOf {
  of: Sold;
  lines: readonly Schemas["LineItem"][];
}

const SHOWN_AS_MONEY = [
  ...["subtotal", "discount_total", "total_excluding_tax", "tax_total", "total", "amount_paid", "amount_due"],
];
const { lineColumns: heads, taxColumns } = MONEY;

/** The lines of an invoice, quote or subscription with their sums, and everything else that is known. */
export function Document({ of, lines }: DocumentOf) {
  const money = (amount: number) => shownMoney(amount, of.currency);
  const sums = Object.entries(of).filter(
    (entry): entry is [string, number] => SHOWN_AS_MONEY.includes(entry[0]) && typeof entry[1] === "number",
  );
  return (
    <>
      <ThingsTable
        name={MONEY.lines}
        things={lines.map((line, index) => ({ ...line, id: String(index) }))}
        columns={{
          [heads.description]: ({ description }) => description,
          [heads.quantity]: ({ quantity }) => quantity,
          [heads.each]: ({ unit_amount: each }) => money(each),
          [heads.tax]: ({ tax_amount: tax }) => money(tax),
          [heads.amount]: ({ amount }) => money(amount),
        }}
      />
      {of.tax_total > 0 && (
        <ThingsTable
          name={MONEY.taxes}
          things={of.tax_breakdown.map((tax, index) => ({ ...tax, id: String(index) }))}
          columns={{
            [taxColumns.rate]: ({ tax_rate: rate }) => `${rate}%`,
            [taxColumns.kind]: ({ tax_category: category }) => MONEY.categories[category],
            [taxColumns.net]: ({ taxable_amount: net }) => money(net),
            [taxColumns.tax]: ({ tax_amount: tax }) => money(tax),
            [taxColumns.reason]: ({ exemption_reason: reason }) => reason,
          }}
        />
      )}
      <Members of={Object.fromEntries(sums.map(([name, amount]) => [name, money(amount)]))} />
      <Members of={of} without={[...SHOWN_AS_MONEY, "line_items", "items", "tax_breakdown"]} />
    </>
  );
}
