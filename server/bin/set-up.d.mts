/** Builds the web pages whose sources changed, for tests. Fails if a page could not be built. */
export function buildPages(): Promise<void>;
