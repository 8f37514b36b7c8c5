/** SQL of the tax of the document `t` as the API shows it, whose lines are in this column. */
export const taxJson = (
  lines: "line_items" | "items",
): string => `coalesce(t.tax_behavior, 'exclusive') as tax_behavior,
  coalesce(t.tax_rounding, 'per_line') as tax_rounding,
  t.total - t.tax_total as total_excluding_tax,
  commerce.tax_breakdown(t.${lines}, t.tax_behavior) as tax_breakdown`;
