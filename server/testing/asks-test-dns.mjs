import dns from "node:dns";
import { syncBuiltinESMExports } from "node:module";

/** Loaded before a test's server, so that its look-ups go to the test's own DNS server. */

const { Resolver } = dns.promises;
dns.promises.Resolver = class extends Resolver {
  constructor(options) {
    super(options);
    this.setServers([process.env.TEST_DNS_SERVER]);
  }
};
syncBuiltinESMExports();
