// Every rule of the tree that a tool can check is checked here.
import node from "eslint-plugin-n";
import tseslint from "typescript-eslint";
import { layerRules } from "./eslint.layers.js";

/** Packages a service may never import: the other services. They meet in protos, topics and the signed caller. */
const services = ["@jst/service-*"];

/** Services, which nothing imports, whatever their place in the order of the layers. */
const serviceImports = { group: services, message: "A service never imports another service." };
const topImports = {
  group: [...services, "@jst/dev", "@jst/gateway", "@jst/e2e"],
  message: "Imports point down only.",
};

export default tseslint.config(
  { ignores: ["**/gen/**", "**/dist/**", "node_modules/**", ".cache/**", ".dev/**", ".test/**"] },
  ...tseslint.configs.strictTypeChecked,
  {
    plugins: { n: node },
    languageOptions: {
      parserOptions: {
        projectService: { allowDefaultProject: ["eslint.config.js", "eslint.layers.js"] },
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      // Prettier sees to the length of code, and to none of comments.
      "max-len": ["error", { code: 10_000, comments: 120, ignorePattern: "eslint-disable" }],
      "max-lines": ["error", { max: 300, skipBlankLines: false, skipComments: false }],
      "max-lines-per-function": ["error", { max: 50, skipBlankLines: true, skipComments: true }],
      "n/no-process-env": "error",
      "no-restricted-imports": ["error", { patterns: [serviceImports] }],
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
    // An image holds the packages that the package.json of its service and libraries name, and no others.
    files: ["services/*/src/**", "libs/*/src/**", "gateway/src/**"],
    ignores: ["**/*.test.ts", "**/*.drill.ts", "**/testing/**", "libs/testing/**"],
    rules: { "n/no-extraneous-import": "error" },
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
      "**/*.test.ts",
      "**/*.drill.ts",
    ],
    rules: { "n/no-process-env": "off" },
  },
  {
    // describe() and a suite of tests are lists, not functions with logic.
    files: [
      "**/*.test.ts",
      "**/*.drill.ts",
      "libs/resource/src/testing/**",
      "services/*/src/testing/describe-*.ts",
    ],
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
    // Texts that people read stand in words/, in one place for another language.
    files: ["services/console/app/**/*.tsx"],
    rules: {
      "no-restricted-syntax": [
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
    rules: {
      "no-restricted-imports": ["error", { patterns: [topImports] }],
    },
  },
  {
    // A mechanism that stands once: everything else calls it.
    files: ["services/**/*.ts", "libs/**/*.ts"],
    ignores: [
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
      "no-restricted-syntax": [
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
  { files: ["**/*.js"], ...tseslint.configs.disableTypeChecked },
);
