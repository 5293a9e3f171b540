import { counted } from "../base/texts/counted.ts";
import { textsOf } from "../base/texts/texts-of.ts";

const id = {
  table: {
    openPage: "Buka halamannya",
    newestFirst: (column: string) => `${column}: terlama di atas. Urutkan dari yang terbaru`,
    oldestFirst: (column: string) => `${column}: terbaru di atas. Urutkan dari yang terlama`,
    more: "Tindakan lain",
    download: "Unduh",
    downloadFound: "Unduh hasil sebagai",
    clear: "Hapus filter",
    active: "Filter aktif",
    removeActive: (filter: string) => `Hapus filter ${filter}`,
    filters: (count: number) => (count > 0 ? `Filter (${count})` : "Filter"),
    rows: (rows: string, total: string | null) => (total === null ? rows : `${rows} dari ${total}`),
    searchedUntil: (moment: string) => `Dicari sampai ${moment}. Lanjutkan dengan “Lebih lama”.`,
    newestOf: (count: string) => `${count} terbaru`,
    countedAtMost: (count: string) =>
      `Tepat menghitung paling banyak ${count} terbaru. Pilih jangka waktu yang lebih pendek agar semua terhitung.`,
    moreThan: (count: string) => `Lebih dari ${count}`,
    selection: "Baris yang dipilih",
    selectAll: "Pilih semua di halaman ini",
    selected: (count: number) => `${count} dipilih`,
    clearSelection: "Batal pilih",
    changed: (count: number) => `${count} baris diubah`,
    refused: (count: number) => `${count} baris tidak dapat diubah.`,
    saved: "Filter tersimpan",
    saveFilter: "Simpan filter ini",
    removeFilter: "Hapus filter tersimpan ini",
    removed: (name: string) => `${name} dihapus`,
    filterName: "Nama filter",
    savedHint: (count: number) =>
      `Disimpan di browser ini, paling banyak ${count} untuk setiap daftar.`,
  },
};

const en: typeof id = {
  table: {
    openPage: "Open page",
    newestFirst: (column) => `${column}: oldest first. Sort newest first`,
    oldestFirst: (column) => `${column}: newest first. Sort oldest first`,
    more: "More actions",
    download: "Download",
    downloadFound: "Download results as",
    clear: "Clear the filters",
    active: "Active filters",
    removeActive: (filter) => `Remove the filter ${filter}`,
    filters: (count) => (count > 0 ? `Filters (${count})` : "Filters"),
    rows: (rows, total) => (total === null ? rows : `${rows} of ${total}`),
    searchedUntil: (moment) => `Searched back to ${moment}. Continue with “Older”.`,
    newestOf: (count) => `The newest ${count}`,
    countedAtMost: (count) =>
      `Tepat counts at most the newest ${count}. Choose a shorter period to count all.`,
    moreThan: (count) => `More than ${count}`,
    selection: "Selected rows",
    selectAll: "Select all on this page",
    selected: (count) => `${count} selected`,
    clearSelection: "Clear",
    changed: (count) => `${counted(count, "row", "rows")} changed`,
    refused: (count) => `${counted(count, "row", "rows")} could not be changed.`,
    saved: "Saved filters",
    saveFilter: "Save this filter",
    removeFilter: "Remove this saved filter",
    removed: (name) => `${name} removed`,
    filterName: "Name of the filter",
    savedHint: (count) => `Kept in this browser, at most ${count} for each list.`,
  },
};

export const tableTexts = textsOf({ id, en });
