/** Pages for people: server-rendered, without scripts, in the dress of the team. */
export { pageRequest, pagesApp, type PageHandler, type PageRequest, type PagesAppOptions } from "./app.ts";
export { KnownTeams, type Teams } from "./known-teams.ts";
export { colorOf, type Brand } from "./brand.ts";
export { factsHtml, picksHtml, type Pick } from "./parts.ts";
export { errorPage } from "./error-page.ts";
export type { Control, Field, Option } from "./fields.ts";
export { formHtml, TRAP, type Button, type Fault, type PageForm } from "./form.ts";
export { html, type Content, type Html } from "./html.ts";
export { sendPage, type Page, type PageHeaders, type SentOn } from "./page.ts";
export { fileWithoutPageSecrets, SECRET_PAGES, withoutPageSecrets } from "./page-secrets.ts";
export { derivedSecret, newSecret, secretHash } from "./secrets.ts";
export { onlyValue, valuesOf, type SentForm } from "./sent-form.ts";
export { findTeam, pageContext, type PageTeam, type TeamPeer } from "./team.ts";
