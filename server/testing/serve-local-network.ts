import { pino } from "pino";
import { startServer } from "../server.ts";
import { readConfig } from "../start/config.ts";

/**
 * Runs a gateway without network settings, for tests in a browser. A second loopback address stands for the computer's
 * address in its Wi-Fi. The process sends the addresses to its parent, and stops with SIGTERM.
 */

const config = readConfig({ HOST: "127.0.0.1", PORT: "0", ...process.env });
const { url, firstAccountAddress, close } = await startServer(
  { ...config, opensLocalNetwork: null },
  pino({ level: "silent" }),
  null,
  () => ["127.0.0.2"],
);
process.once("SIGTERM", () => void close().then(() => process.disconnect()));
process.send?.({ url, firstAccountAddress });
