import { afterAll, afterEach } from "vitest";
import { endOfFile, endOfTest } from "./visited.ts";

// Vitest runs this module for each file. A module that the files share would register its hooks for the first file
// only.
afterEach(endOfTest);
afterAll(endOfFile);
