import { Link } from "wouter";
import { Page } from "./page.tsx";

/** For an address that is no page. */
export function Nowhere() {
  return (
    <Page title="There is no such page">
      <p>
        The address may be mistyped. <Link to="/">Home</Link> shows what waits for you.
      </p>
    </Page>
  );
}
