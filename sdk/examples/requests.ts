import { Tepat, type TepatOptions } from "@tepat/sdk";

export async function showRequests(options: TepatOptions): Promise<void> {
  const tepat = new Tepat({ ...options, logger: console, headers: { "x-shop": "jakarta" } });
  tepat.on("response", ({ method, path, status, elapsedMilliseconds }) => {
    console.log(`${method} ${path} ${status} ${elapsedMilliseconds} ms`);
  });
  const { lastResponse } = await tepat.accounts.list({ headers: { "x-request-id": "order-17" } });
  console.log(lastResponse.requestId, lastResponse.headers.get("x-ratelimit-remaining"));
  const raw = await tepat.rawRequest<object[]>("GET", "/gateway/payments", { query: { page: 1 } });
  console.log(raw.data.length);
}
