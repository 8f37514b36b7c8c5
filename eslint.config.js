// Every rule of the tree that a tool can check is checked here.
import node from "eslint-plugin-n";
import tseslint from "typescript-eslint";

/** Packages a service may never import: the other services. They meet in protos, topics and the signed caller. */
const services = ["auth", "data", "crm", "agent", "webhooks"].map((name) => `@jst/service-${name}`);

export default tseslint.config(
  { ignores: ["**/gen/**", "node_modules/**", ".cache/**", ".dev/**", ".test/**"] },
  ...tseslint.configs.strictTypeChecked,
  {
    plugins: { n: node },
    languageOptions: {
      parserOptions: {
        projectService: { allowDefaultProject: ["eslint.config.js"] },
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      // Prettier sees to the length of code, and to none of comments.
      "max-len": ["error", { code: 10_000, comments: 120, ignorePattern: "eslint-disable" }],
      "max-lines": ["error", { max: 300, skipBlankLines: false, skipComments: false }],
      "max-lines-per-function": ["error", { max: 50, skipBlankLines: true, skipComments: true }],
      "n/no-process-env": "error",
      "no-restricted-imports": [
        "error",
        { patterns: [{ group: services, message: "A service never imports another service." }] },
      ],
      "@typescript-eslint/switch-exhaustiveness-check": [
        "error",
        { considerDefaultExhaustiveForUnions: true },
      ],
      "@typescript-eslint/restrict-template-expressions": [
        "error",
        { allowNumber: true, allowBoolean: true },
      ],
      "@typescript-eslint/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }],
      "@typescript-eslint/consistent-type-imports": "error",
    },
  },
  {
    // Only configuration reads the environment; an entry point hands it over.
    files: [
      "**/config.ts",
      "**/main.ts",
      "**/*-main.ts",
      "libs/testing/**",
      "**/testing/**",
      "dev/**",
      "e2e/**",
      "**/*.test.ts",
    ],
    rules: { "n/no-process-env": "off" },
  },
  {
    // describe() and a suite of tests are lists, not functions with logic.
    files: ["**/*.test.ts"],
    rules: {
      "max-lines-per-function": "off",
      // A test looks into replies whose shape is what it asserts.
      "@typescript-eslint/no-unsafe-argument": "off",
      "@typescript-eslint/no-unsafe-assignment": "off",
      "@typescript-eslint/no-unsafe-call": "off",
      "@typescript-eslint/no-unsafe-member-access": "off",
      "@typescript-eslint/no-unsafe-return": "off",
      "@typescript-eslint/no-floating-promises": [
        "error",
        {
          allowForKnownSafeCalls: [
            { from: "package", package: "node:test", name: ["test", "it", "describe", "suite"] },
          ],
        },
      ],
    },
  },
  {
    // Libraries sit below services and below the local fleet.
    files: ["libs/**"],
    rules: {
      "no-restricted-imports": [
        "error",
        {
          patterns: [
            {
              group: [...services, "@jst/dev", "@jst/gateway", "@jst/e2e"],
              message: "Imports point down only.",
            },
          ],
        },
      ],
    },
  },
  {
    // What a service is put together from knows neither the process nor the changesets around it.
    files: ["libs/directory/**", "libs/http/**", "libs/jobs/**"],
    rules: {
      "no-restricted-imports": [
        "error",
        {
          patterns: [
            {
              group: [...services, "@jst/dev", "@jst/gateway", "@jst/e2e", "@jst/service", "@jst/changes"],
              message: "Imports point down only.",
            },
            {
              group: ["@jst/directory", "@jst/http", "@jst/jobs", "@jst/jobs/outbound"],
              message: "These libraries stand beside one another.",
            },
          ],
        },
      ],
    },
  },
  { files: ["**/*.js"], ...tseslint.configs.disableTypeChecked },
);
