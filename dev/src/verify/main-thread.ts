/**
 * Packages, and functions of Node that end with Sync, that services run on their main thread. Each has the reason why
 * no request makes it work for more than 5 ms at a time. bench/COSTS.md has the figures.
 */
export const onMainThread: Readonly<Record<string, string>> = {
  "@aws-sdk/client-s3": "Streams bytes; the largest answer that it parses is a page of names.",
  "@grpc/grpc-js": "Calls between services; a message has the size of a page.",
  "@grpc/proto-loader": "Runs at the start alone.",
  "@simplewebauthn/server":
    "Loads once, with the first passkey; verifies one signature of a response of at most 64 KiB.",
  "@opentelemetry/api": "Spans and counters of constant size.",
  "@redis/client": "Keys and counters.",
  ajv: "Schemas compile as the service starts; a body has at most 200,000 values (limits.depth), and no schema has a slow pattern.",
  "ajv-formats": "Formats of single values, linear in them.",
  busboy: "Reads an upload chunk by chunk.",
  "content-disposition": "Writes one name of at most 255 bytes.",
  "csv-parse": "Reads 16 KiB at a time, and other requests have their turn between.",
  "dinero.js": "A table of currencies.",
  express: "Routes of constant number.",
  "file-type": "Reads the first bytes of a file.",
  htmlparser2: "Reads a workbook in pieces of 64 KiB, between which other requests have their turn.",
  "ical.js": "Writes one event, or reads one line of a card, whose length is bounded (imports.rows).",
  "ipaddr.js": "Reads one address.",
  jose: "Signs and verifies tokens of at most a few KiB.",
  kafkajs: "Batches of at most 512 KiB.",
  "js-yaml": "Reads front matter of at most 8,192 characters without aliases (imports.documents).",
  "libphonenumber-js": "Reads one number of at most 254 characters.",
  "lru-cache": "Constant time.",
  "markdown-it":
    "Finds the end of one address of at most 2,048 characters (imports.document-links); bodies are rendered in a thread.",
  "node-pg-migrate": "Runs at the start alone.",
  "node:crypto hkdfSync": "Derives keys at the start alone.",
  "node:zlib brotliCompressSync":
    "Compresses documents of the platform at the start, the index once for each choice of modules.",
  "node:zlib deflateRawSync":
    "Deflates the mails of one fact, whose texts the contract bounds to some 100 KiB.",
  "node:zlib gzipSync":
    "Compresses documents of the platform at the start, the index once for each choice of modules.",
  "node:zlib inflateRawSync": "Inflates at most 256 KiB; larger entries are streams.",
  nodemailer: "Writes a mail; attachments are streams.",
  "openid-client": "Reads documents of a provider that the operator or an admin named, of bounded size.",
  pg: "Connects; libs/db reads rows.",
  "pg-protocol": "Reads messages of pages of at most 4 MiB, chunk by chunk.",
  pino: "Writes one line.",
  re2js: "Linear in pattern and text, whose product is bounded (limits.formula, forms.pattern).",
  stripe: "Verifies an event of at most 1 MiB.",
  "temporal-polyfill": "Dates of one request; years of zones are kept.",
  twilio: "Verifies a form of at most 64 KiB, and writes one message.",
  yauzl: "Streams the directory of an archive.",
  yazl: "Streams an archive; zlib deflates in threads of Node, and sums of pieces take microseconds.",
};
