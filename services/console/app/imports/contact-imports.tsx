import { ImportPage } from "./import-page.tsx";
import { ImportsPage } from "./imports-page.tsx";
import { KindOfImports } from "./kind.ts";

/** The team's imports of contacts, newest first. */
export const ContactImportsPage = () => (
  <KindOfImports value="contacts">
    <ImportsPage />
  </KindOfImports>
);

/** An import from its file to its contacts. */
export const ContactImportPage = ({ id }: { id: string }) => (
  <KindOfImports value="contacts">
    <ImportPage id={id} />
  </KindOfImports>
);
