import type { TestProject } from "vitest/node";
import { remoteService, startService, type Service } from "./support/service.ts";

declare module "vitest" {
  interface ProvidedContext {
    service: Service;
  }
}

/** Starts the service for a project's tests, once for each project. */
export default async function setUp(project: TestProject): Promise<(() => Promise<void>) | void> {
  const { transport, program } = project.getProvidedContext();
  if (transport === "remote") {
    project.provide("service", remoteService(process.env));
    return;
  }
  const own = await startService({ transport, program });
  project.provide("service", own.service);
  return own.stop;
}
