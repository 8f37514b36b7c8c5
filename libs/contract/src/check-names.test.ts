import { test } from "node:test";
import { fault, fixture, refuses } from "./fixture-protos.ts";

test("a message named like a generated type is refused", async () => {
  const proto = fixture
    .replace("message Part {", "message Handler {")
    .replace("repeated Part", "repeated Handler");
  await refuses(proto, fault("shop.v1.Handler has the name of the generated type Handler"));
});

/** The fixture with another name for its message. */
const renamed = (from: string, to: string) =>
  fixture.replaceAll(new RegExp(String.raw`\b${from}\b`, "g"), to);

test("a message that is named like a constructor, or like a type of a language, is refused", async () => {
  await refuses(renamed("Part", "NewPart"), fault("shop.v1.NewPart is named like the constructor of Part"));
  for (const name of ["File", "Record", "Object", "Report", "ERROR"])
    await refuses(
      renamed("Part", name),
      fault(`shop.v1.${name} has the name of a type that a language defines`),
    );
});

test("two messages whose names differ in case alone are refused", async () => {
  const proto = fixture.replace(
    "message Part {",
    "message THING {\n  string a = 1;\n}\nmessage Part {\n  THING thing = 9;",
  );
  await refuses(proto, fault("shop.v1.T(HING|hing) differs from shop.v1.T(hing|HING) in case alone"));
});

test("the body of a creation ends in Create", async () => {
  await refuses(
    renamed("ThingCreate", "ThingDraft"),
    fault("shop.v1.Things/CreateThing has the body shop.v1.ThingDraft"),
  );
});
