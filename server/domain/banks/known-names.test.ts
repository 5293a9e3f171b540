import { describe, expect, test } from "vitest";
import { isKnownBankName } from "./known-names.ts";

describe("a name like a known bank's", () => {
  test.each([
    ["BCA"],
    ["BCA mobile"],
    ["Bank Mandiri Indonesia"],
    // Followed by another word.
    ["BCA Prioritas"],
    ["GoPay Bisnis"],
    ["BCA-Prioritas"],
    ["BCAPrioritas"],
    ["DANA2U"],
    ["PT Bank BCA Prioritas"],
    // Disguised and followed by another word.
    ["ВСА Prioritas"],
    ["ВСАprioritas"],
    ["Ваnk ВСА Prioritas"],
    ["B C A Prioritas"],
    ["B\u200bC\u200bA Prioritas"],
    ["B\u0301CA Prioritas"],
    ["Ｂ Ｃ Ａ Prioritas"],
    ["G0Pay Bisnis"],
    ["0VO Premium"],
    ["Bank Jag0 Plus"],
    ["L1nkAja Usaha"],
  ])("%j counts as known", (name) => {
    expect(isKnownBankName(name)).toBe(true);
  });

  test.each([
    ["Bank Desa Sejahtera"],
    ["BPR Mandiri Sejahtera"],
    ["KSP Dana Makmur"],
    ["One Bank Makmur"],
    ["Superdesa"],
    // These names begin with the same letters, but not with the same word.
    ["Danamas"],
    ["Brigade Desa"],
    ["Megah Bank"],
    ["Jagoan Koperasi"],
    ["Rayani"],
    ["Blueberry Bank"],
    ["Bank Mandirian"],
    ["Ovoid"],
    ["Bank Sumut"],
    ["Bank Nagari"],
    ["Bank Negara Sejahtera"],
  ])("%j does not", (name) => {
    expect(isKnownBankName(name)).toBe(false);
  });
});
