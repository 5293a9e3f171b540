import { Agent, fetch, setGlobalDispatcher } from "undici";

/**
 * Loaded before a program (NODE_OPTIONS): replaces fetch with undici's, which uses HTTP/2 with servers that offer
 * it.
 */
setGlobalDispatcher(new Agent({ allowH2: true }));
Object.assign(globalThis, { fetch });
