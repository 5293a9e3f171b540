type Phrases = readonly (readonly [says: RegExp, inIndonesian: string])[];

/** The checks of the installation and what they found, in Indonesian. What is not here is shown as the server says it. */
const indonesian: Phrases = [
  [/^database$/u, "Basis data"],
  [/^migrations$/u, "Migrasi"],
  [/^clocks$/u, "Jam"],
  [/^recurring work$/u, "Pekerjaan berkala"],
  [
    /^(PostgreSQL .+) is too old, Tepat needs (\d+) or newer$/u,
    "$1 sudah usang, Tepat memerlukan versi $2 atau yang lebih baru",
  ],
  [/^current$/u, "terbaru"],
  [
    /^due: (.+)\. Run npx tepat migrate; npm start applies them too$/u,
    "belum dijalankan: $1. Jalankan npx tepat migrate, atau npm start",
  ],
  [/^opens the secrets in the database$/u, "dapat membuka rahasia di basis data"],
  [/^has sealed nothing yet$/u, "belum menyimpan rahasia"],
  [
    /^A stored secret was sealed under key (\w+), which .*$/u,
    "Rahasia yang tersimpan dikunci dengan kunci $1, yang tidak cocok dengan TEPAT_SECRET sekarang: jalankan Tepat dengan TEPAT_SECRET yang dulu dipakai untuk basis data ini, atau isikan ke TEPAT_SECRET_PREVIOUS.",
  ],
  [
    /^The sealed value of (\S+) was changed, or belongs to another place\.$/u,
    "Rahasia $1 telah berubah, atau milik tempat lain.",
  ],
  [/^(\d+)\.(\d) s apart$/u, "selisih $1,$2 detik"],
  [
    /^this machine's and the database's are (\d+)\.(\d) s apart: let both follow NTP$/u,
    "jam mesin ini dan jam basis data berselisih $1,$2 detik: selaraskan keduanya dengan NTP",
  ],
  [/^done in time$/u, "selesai tepat waktu"],
  [
    /^invoices past their deadline are not ended$/u,
    "tagihan yang lewat batas waktu belum diakhiri",
  ],
  [/^webhooks that are due are not sent$/u, "webhook yang sudah waktunya belum dikirim"],
  [/^ended invoices are not counted$/u, "tagihan yang selesai belum dihitung"],
];

const seeLog = ": see the server's log";

/** Of recurring work there may be several things to say. */
export function systemWordsInIndonesian(words: string): string {
  if (!words.endsWith(seeLog)) return translated(indonesian, words);
  const late = words.slice(0, -seeLog.length).split("; ");
  return `${late.map((each) => translated(indonesian, each)).join("; ")}: lihat log server`;
}

function translated(phrases: Phrases, words: string): string {
  const known = phrases.find(([says]) => says.test(words));
  return known ? words.replace(...known) : words;
}
