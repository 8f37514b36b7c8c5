// Every rule of the tree that a tool can check is checked here.
import { defineConfig } from "oxlint";
import { layerRules, type ForbiddenImport } from "./dev/src/lint/layers.ts";
import { strictRules } from "./dev/src/lint/strict-rules.ts";

/** Packages a service may never import: the other services. They meet in protos, topics and the signed caller. */
const services = ["@jst/service-*"];

/** Services, which nothing imports, whatever their place in the order of the layers. */
const serviceImports: ForbiddenImport = {
  group: services,
  message: "A service never imports another service.",
};
const topImports: ForbiddenImport = {
  group: [...services, "@jst/dev", "@jst/gateway", "@jst/e2e"],
  message: "Imports point down only.",
};

const tests = ["**/*.test.ts", "**/*.drill.ts"];

export default defineConfig({
  plugins: ["typescript", "node"],
  jsPlugins: ["./dev/src/lint/plugin.ts"],
  categories: { correctness: "off" },
  options: { typeAware: true, reportUnusedDisableDirectives: "error" },
  ignorePatterns: ["**/gen/**", "**/dist/**", ".cache/**", ".dev/**", ".test/**"],
  rules: {
    ...strictRules,
    // The formatter sees to the length of code, and to none of comments.
    "more/max-len": ["error", { code: 10_000, comments: 120, ignorePattern: "eslint-disable" }],
    "max-lines": ["error", { max: 300, skipBlankLines: false, skipComments: false }],
    "max-lines-per-function": ["error", { max: 50, skipBlankLines: true, skipComments: true }],
    "node/no-process-env": "error",
    "more/no-restricted-imports": ["error", { patterns: [serviceImports] }],
  },
  overrides: [
    {
      // An image holds the packages that the package.json of its service and libraries name, and no others.
      files: ["services/*/src/**", "libs/*/src/**", "gateway/src/**"],
      excludeFiles: [...tests, "**/testing/**", "libs/testing/**"],
      rules: { "more/no-extraneous-import": "error" },
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
        "drills/**",
        "e2e/**",
        ...tests,
      ],
      rules: { "node/no-process-env": "off" },
    },
    {
      // describe() and a suite of tests are lists, not functions with logic.
      files: [...tests, "libs/resource/src/testing/**", "services/*/src/testing/describe-*.ts"],
      rules: {
        "max-lines-per-function": "off",
        // A test looks into replies whose shape is what it asserts.
        "typescript/no-unsafe-argument": "off",
        "typescript/no-unsafe-assignment": "off",
        "typescript/no-unsafe-call": "off",
        "typescript/no-unsafe-member-access": "off",
        "typescript/no-unsafe-return": "off",
        "typescript/no-floating-promises": [
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
      // Texts that people read stand in words/, in one place for another language.
      files: ["services/console/app/**/*.tsx"],
      // Its page is for developers.
      excludeFiles: ["services/console/app/design/**"],
      rules: {
        "more/no-restricted-syntax": [
          "error",
          { selector: "JSXText[value=/[A-Za-z]{2}/]", message: "A text stands in words/." },
          {
            selector:
              "JSXAttribute[name.name=/^(title|label|aria-label|placeholder|opens|does|none)$/] > Literal",
            message: "A text stands in words/.",
          },
        ],
      },
    },
    {
      // Libraries sit below services and below the local fleet.
      files: ["libs/**"],
      rules: { "more/no-restricted-imports": ["error", { patterns: [topImports] }] },
    },
    {
      // A mechanism that stands once: everything else calls it.
      files: ["services/**/*.ts", "libs/**/*.ts"],
      excludeFiles: [
        "**/*.test.ts",
        "**/testing/**",
        "libs/testing/**",
        "libs/errors/src/transition.ts",
        "libs/db/src/system-context.ts",
        "libs/rpc/src/peers.ts",
        "libs/service/src/fact-consumer.ts",
        // These read events of every service and entries of the audit log, which are not facts.
        "services/webhooks/src/pipeline.ts",
        "services/auth/src/audit/audit-writer.ts",
      ],
      rules: {
        "more/no-restricted-syntax": [
          "error",
          {
            selector: "NewExpression[callee.name=AppError] > Literal[value=invalid_state_transition]",
            message: "Call invalidTransition or requireTransition of @jst/errors.",
          },
          {
            selector: "Property[key.name=actorType] Literal[value=system]",
            message: "Call systemContext of @jst/db or platformContext of @jst/rpc.",
          },
          {
            selector: "NewExpression[callee.name=InternalClient]",
            message: "Call peers of gen/internal.ts: the service kit opens and closes them.",
          },
          {
            selector: "CallExpression[callee.name=startConsumer]",
            message: "Call startFacts of @jst/service: the catalogue lists which facts a service reads.",
          },
        ],
      },
    },
    ...layerRules({ libs: [topImports], services: [serviceImports] }),
  ],
});
