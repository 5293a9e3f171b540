import { tepatOf } from "../../contract-tests/support/command-line.ts";
import { startService } from "../../contract-tests/support/service.ts";

/** A real server with a merchant who has one BCA account. */
export interface Shop {
  url: string;
  merchant_id: string;
  api_key: string;
  account_id: string;
  /** Runs `npx tepat … --json` and returns the result. */
  tepat<Result>(command: string, ...options: readonly string[]): Promise<Result>;
  /** Reads a path of the merchant's API. */
  get(path: string): Promise<unknown>;
  post(path: string, body: object): Promise<unknown>;
  /** Signs the merchant in and returns the operations of the dashboard's pages. */
  dashboard(): Promise<Dashboard>;
  close(): Promise<void>;
}

interface Dashboard {
  get(path: string): Promise<{ data: unknown }>;
  post(path: string, body: object): Promise<{ data: unknown; code?: string }>;
}

export async function openShop(): Promise<Shop> {
  const own = await startService({ program: process.execPath, transport: "node" });
  const tepat: Shop["tepat"] = (command, ...options) => tepatOf(own.service, command, ...options);
  const merchant = ["--name", "Toko", "--email", "toko@example.com"];
  const { merchant_id, api_key, password } = await tepat<{
    merchant_id: string;
    api_key: string;
    password: string;
  }>("merchant create", ...merchant);
  const account = ["--channel", "BCA", "--number", "1234567890", "--holder", "TOKO CONTOH"];
  const { account_id } = await tepat<{ account_id: string }>(
    "account create",
    "--merchant",
    merchant_id,
    ...account,
  );
  const url = own.service.base_url;
  const call = async (path: string, init: RequestInit): Promise<unknown> => {
    const headers = { "x-api-key": api_key, "content-type": "application/json" };
    const response = await fetch(url + path, { ...init, headers });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path}: ${text}`);
    return JSON.parse(text);
  };
  return {
    url,
    merchant_id,
    api_key,
    account_id,
    tepat,
    get: (path) => call(path, {}),
    post: (path, body) => call(path, { method: "POST", body: JSON.stringify(body) }),
    dashboard: () => signIn(url, { email: "toko@example.com", password }),
    close: own.stop,
  };
}

async function signIn(
  url: string,
  person: { email: string; password: string },
): Promise<Dashboard> {
  const post = (path: string, body: object, cookie = "") =>
    fetch(`${url}/dashboard/api${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: url, cookie },
      body: JSON.stringify(body),
    });
  const signedIn = await post("/session", person);
  const cookie = signedIn.headers.getSetCookie()[0]?.split(";", 1)[0] ?? "";
  return {
    get: async (path) =>
      (await fetch(`${url}/dashboard/api${path}`, { headers: { cookie } })).json() as never,
    post: async (path, body) => (await post(path, body, cookie)).json() as never,
  };
}
