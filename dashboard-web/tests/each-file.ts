import { afterAll, afterEach } from "vitest";
import { endOfFile, endOfTest } from "./visited.ts";

// Vitest runs this for each file. A module that the files share would register its hooks for the first of them alone.
afterEach(endOfTest);
afterAll(endOfFile);
