/** The one stylesheet of all pages. The colour of the team is --brand. */
export const stylesheet = `
*, ::before, ::after { box-sizing: border-box }
html { font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Open Sans", sans-serif; color: #1f2430; background: #f3f4f7 }
body { margin: 0; border-top: .375rem solid var(--brand); min-height: 100vh; overflow-wrap: anywhere }
header, main { max-width: 42rem; margin: 0 auto }
header { display: flex; align-items: center; gap: .75rem; padding: 1.5rem 1.5rem .5rem; font-weight: 600 }
header img { height: 2.5rem; max-width: 10rem; object-fit: contain }
main { background: #fff; border: 1px solid #d9dce3; border-radius: .75rem; margin-top: 1rem; margin-bottom: 3rem; padding: 1.5rem }
h1 { font-size: 1.75rem; line-height: 1.2; margin: 0 0 .75rem }
h2 { font-size: 1.25rem; line-height: 1.3; margin: 2.25rem 0 .75rem }
p { margin: 0 0 .75rem; white-space: pre-line }
a { color: var(--brand) }
h2 + .help { margin: -.375rem 0 1rem }
.lead { color: #4a5162; margin-bottom: 1.5rem }
.field { margin: 0 0 1.5rem; padding: 0; border: 0; min-width: 0 }
.field > label, legend { display: block; font-weight: 600; padding: 0; margin-bottom: .375rem; max-width: 100% }
.mark { font-weight: 400; color: #4a5162 }
.help { color: #4a5162; margin-bottom: .375rem }
.error { color: #b3261e; font-weight: 600; margin-bottom: .375rem }
input, select, textarea, button { font: inherit; color: inherit }
input:not([type=checkbox], [type=radio]), select, textarea { display: block; width: 100%; max-width: 100%; min-height: 2.75rem; padding: .5rem .75rem; background: #fff; border: 1px solid #6b7285; border-radius: .5rem }
[aria-invalid=true]:not([type=checkbox], [type=radio]) { border: 2px solid #b3261e }
input[type=date], input[type=time] { width: 12rem }
.choice { display: flex; align-items: flex-start; gap: .75rem; min-height: 2.75rem; padding: .5rem 0 }
.choice input { flex: none; width: 1.5rem; height: 1.5rem; margin: 0; accent-color: var(--brand) }
.choice label { flex: 1; min-width: 0 }
.row { display: flex; flex-wrap: wrap; gap: 0 1.5rem }
.row .choice { gap: .5rem }
:focus-visible { outline: 3px solid var(--brand); outline-offset: 2px }
button { min-height: 2.75rem; padding: .625rem 1.5rem; border: 0; border-radius: .5rem; background: var(--brand); color: #fff; font-weight: 600; cursor: pointer }
button:hover { filter: brightness(.92) }
.picks { display: flex; flex-wrap: wrap; gap: .5rem; list-style: none; margin: 0 0 1.5rem; padding: 0 }
.picks a, a.button { display: inline-flex; align-items: center; min-height: 2.75rem; padding: .5rem .875rem; border: 1px solid var(--brand); border-radius: .5rem; font-weight: 600; text-decoration: none }
.picks a[aria-current] { background: var(--brand); color: #fff }
.picks a:hover, a.button:hover { text-decoration: underline }
.facts { margin: 0 0 1.5rem }
.facts div { display: flex; flex-wrap: wrap; gap: 0 1rem; padding: .5rem 0; border-bottom: 1px solid #d9dce3 }
.facts dt { flex: 0 0 7rem; color: #4a5162 }
.facts dd { flex: 1 1 12rem; margin: 0; min-width: 0; white-space: pre-line }
.turn { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem 1rem; margin-bottom: 1rem }
table { border-collapse: collapse; width: 100%; margin: 0 0 1.5rem }
th, td { text-align: left; vertical-align: top; padding: .5rem .75rem .5rem 0; border-bottom: 1px solid #d9dce3; white-space: pre-line }
th { color: #4a5162; font-weight: 400 }
.number { text-align: right; padding-right: 0; padding-left: .75rem; font-variant-numeric: tabular-nums; white-space: nowrap }
tfoot th { text-align: right; padding-left: .75rem }
tfoot tr:last-child th, tfoot tr:last-child td { color: #1f2430; font-weight: 600; border-bottom: 0 }
.ways { display: flex; flex-wrap: wrap; gap: .75rem }
button.second { background: #fff; color: var(--brand); border: 1px solid var(--brand) }
form + p { margin-top: 1.5rem }
.summary { border: 2px solid #b3261e; border-radius: .5rem; padding: 1rem 1.25rem; margin-bottom: 1.5rem }
.summary h2 { margin: 0 0 .5rem }
.summary ul { margin: 0; padding-left: 1.25rem }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap }
@media print {
  html { background: #fff }
  body { border: 0 }
  header, main { max-width: none }
  main { border: 0; margin: 0; padding: 0 1.5rem }
  form, form[class] { display: none }
  tr, .facts div { break-inside: avoid }
}
`;
