import type { Maker } from "../../../../web-shared/src/phone-setup/steps.ts";
import { textsOf } from "../../base/texts/texts-of.ts";

/** A settings screen as a phone of this maker shows it. */
interface Screen {
  title: string;
  switches: readonly { lines: readonly string[]; isOn: boolean }[];
}

const developer = (title: string, ...labels: string[][]): Screen => ({
  title,
  switches: labels.map((lines) => ({ lines, isOn: true })),
});

const id = {
  drawings: {
    xiaomi: developer(
      "Opsi developer",
      ["Debugging USB"],
      ["Instal via USB"],
      ["Debugging USB", "(Setelan keamanan)"],
    ),
    oppo: developer("Opsi developer", ["Debugging USB"], ["Nonaktifkan", "pemantauan izin"]),
    vivo: developer("Opsi developer", ["Debugging USB"], ["Operasi keamanan", "USB"]),
    samsung: {
      title: "Keamanan dan privasi",
      switches: [{ lines: ["Pemblokir Otomatis"], isOn: false }],
    },
  } satisfies Record<Maker, Screen>,
};

const en: Record<"drawings", Record<Maker, Screen>> = {
  drawings: {
    xiaomi: developer(
      "Developer options",
      ["USB debugging"],
      ["Install via USB"],
      ["USB debugging", "(Security settings)"],
    ),
    oppo: developer("Developer options", ["USB debugging"], ["Disable permission", "monitoring"]),
    vivo: developer("Developer options", ["USB debugging"], ["USB security", "operation"]),
    samsung: {
      title: "Security and privacy",
      switches: [{ lines: ["Auto Blocker"], isOn: false }],
    },
  },
};

export const drawingTexts = textsOf<Record<"drawings", Record<Maker, Screen>>>({ id, en });
