/** Address of the tests' Redis, which `make test` gives. */
export function testRedisUrl(): string {
  const url = process.env.TEST_REDIS_URL;
  if (url === undefined || url === "") {
    throw new Error("TEST_REDIS_URL is not set: run the tests with `make test`, which starts a Redis.");
  }
  return url;
}
