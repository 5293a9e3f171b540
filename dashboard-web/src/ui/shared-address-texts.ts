import { textsOf } from "../base/texts/texts-of.ts";

const id = {
  reach: {
    computer: "Tautan ini hanya terbuka di komputer ini, belum di perangkat lain.",
    network: "Tautan ini hanya terbuka di perangkat yang memakai Wi-Fi yang sama.",
    change: "Ubah alamatnya",
    ask: "Minta pemilik server mengisi alamat publik.",
  },
};

const en: typeof id = {
  reach: {
    computer: "This link opens on this computer only, not on other devices.",
    network: "This link opens only on devices that use the same Wi-Fi.",
    change: "Change the address",
    ask: "Ask the server's owner to set a public address.",
  },
};

export const sharedAddressTexts = textsOf({ id, en });
