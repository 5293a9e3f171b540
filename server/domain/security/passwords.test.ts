import { expect, test } from "vitest";
import { checkPassword, hashPassword } from "./passwords.ts";

test("a password matches only its own hash", async () => {
  const hash = await hashPassword("a calm lake");
  expect(await checkPassword(hash, "a calm lake")).toEqual({ is_right: true, is_outdated: false });
  for (const wrong of ["", "a calm lake ", "A calm lake", hash]) {
    expect((await checkPassword(hash, wrong)).is_right).toBe(false);
  }
});

test("two hashes of one password differ", async () => {
  expect(await hashPassword("a calm lake")).not.toBe(await hashPassword("a calm lake"));
});

test("a hash with other settings still works, and counts as outdated", async () => {
  const hash = await hashPassword("a calm lake", {
    settings: { memory: 1024, passes: 1, parallelism: 1 },
  });
  expect(hash).toContain("$m=1024,t=1,p=1$");
  expect(await checkPassword(hash, "a calm lake")).toEqual({ is_right: true, is_outdated: true });
});

test("without a stored password every password is wrong, even the decoy's", async () => {
  for (const guess of ["", "a calm lake"]) {
    expect((await checkPassword(null, guess)).is_right).toBe(false);
  }
});

test("a stored hash of another kind is a programming error, not a wrong password", async () => {
  await expect(checkPassword("$2b$10$abc", "a calm lake")).rejects.toThrow("not Argon2id");
});
