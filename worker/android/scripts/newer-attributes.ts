/**
 * Debian's aapt knows Android's attributes up to API 29. The manifest contains newer ones under their own names. aapt
 * gets a stand-in for each, and the compiled manifest gets the real number. The number of a stand-in has the same place
 * within its element, because Android reads attributes in the order of their numbers.
 */

const newer = [
  {
    written: "android:dataExtractionRules=",
    standIn: "android:identifier=",
    compiled: 0x01010606,
    wanted: 0x0101063e,
  },
];

/** FOREGROUND_SERVICE_TYPE_DATA_SYNC is the stand-in for _SPECIAL_USE, a flag of API 34. */
const newerFlag = {
  written: 'android:foregroundServiceType="specialUse"',
  standIn: 'android:foregroundServiceType="dataSync"',
  attribute: 0x01010599,
  compiled: 0x1,
  wanted: 0x40000000,
};

export function withStandIns(manifest: string): string {
  let text = manifest;
  for (const { written, standIn } of [...newer, newerFlag]) {
    if (text.split(written).length !== 2 || text.includes(standIn)) {
      throw new Error(`The manifest must contain ${written} once, and not ${standIn}.`);
    }
    text = text.replace(written, standIn);
  }
  return text;
}

const chunks = { stringPool: 0x0001, resourceMap: 0x0180, startElement: 0x0102 };

/** Returns the compiled manifest (AXML) with the real numbers. */
export function withTrueNumbers(compiled: Buffer): Buffer {
  const manifest = Buffer.from(compiled);
  const attributes: number[] = [];
  const mended = new Set<number>();
  for (let at = 8; at < manifest.length; at += manifest.readUInt32LE(at + 4)) {
    const type = manifest.readUInt16LE(at);
    if (type === chunks.resourceMap) {
      const end = at + manifest.readUInt32LE(at + 4);
      for (let place = at + manifest.readUInt16LE(at + 2); place < end; place += 4) {
        const number = manifest.readUInt32LE(place);
        attributes.push(number);
        const one = newer.find((candidate) => candidate.compiled === number);
        if (!one) continue;
        manifest.writeUInt32LE(one.wanted, place);
        mended.add(one.wanted);
      }
    }
    if (type === chunks.startElement) {
      const first = at + 16 + manifest.readUInt16LE(at + 16 + 8);
      const size = manifest.readUInt16LE(at + 16 + 10);
      const count = manifest.readUInt16LE(at + 16 + 12);
      for (let place = first; place < first + count * size; place += size) {
        if (attributes[manifest.readUInt32LE(place + 4)] !== newerFlag.attribute) continue;
        if (manifest.readUInt32LE(place + 16) !== newerFlag.compiled) continue;
        manifest.writeUInt32LE(newerFlag.wanted, place + 16);
        mended.add(newerFlag.wanted);
      }
    }
  }
  if (mended.size !== newer.length + 1) {
    throw new Error("The compiled manifest does not contain what stands in for newer attributes.");
  }
  return manifest;
}
