import { pino } from "pino";
import { startServer } from "../server.ts";
import { readConfig } from "../start/config.ts";

/**
 * A gateway whose start says nothing about the local network, for tests in a browser. A second loopback address stands
 * in for the computer's address in its Wi-Fi. It sends its parent the addresses, and stops with SIGTERM.
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
