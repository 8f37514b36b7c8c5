// Rules of ESLint and of its plugin for Node that Oxlint does not have, or has with fewer patterns.
import { builtinRules } from "eslint/use-at-your-own-risk";
import node from "eslint-plugin-n";

const names = ["max-len", "no-restricted-imports", "no-restricted-syntax"];

export default {
  meta: { name: "more" },
  rules: {
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- ESLint offers its rules to others in no other way.
    ...Object.fromEntries(names.map((name) => [name, builtinRules.get(name)])),
    "no-extraneous-import": node.rules?.["no-extraneous-import"],
  },
};
