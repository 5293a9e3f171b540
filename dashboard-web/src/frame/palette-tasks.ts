import type { OperationName } from "../base/api.ts";
import { textsOf } from "../base/texts/texts-of.ts";

const id = {
  tasks: {
    link: "Buat tautan pembayaran",
    items: "Barang di kasir",
    chart: "Daftar akun",
    rules: "Aturan pembukuan",
  },
};

const en: typeof id = {
  tasks: {
    link: "Create a payment link",
    items: "Counter items",
    chart: "Chart of accounts",
    rules: "Bookkeeping rules",
  },
};

const t = textsOf({ id, en });

interface Task {
  to: string;
  needs: OperationName;
  text: string;
  words: string;
}

/** Forms and pages that are not in the menu, with other words for them in both languages. */
export const tasks: readonly Task[] = [
  {
    to: "/invoices/new",
    needs: "createInvoice",
    text: t.common.newInvoice,
    words: "create invoice bill charge tagih buat tambah add",
  },
  {
    to: "/links/new",
    needs: "createLink",
    text: t.tasks.link,
    words: "create link new link sell product tambah tautan jual produk",
  },
  {
    to: "/accounts/new",
    needs: "createOwnAccount",
    text: t.common.addAccount,
    words: "new bank wallet rekening baru tambah dompet",
  },
  {
    to: "/statements/import",
    needs: "importStatement",
    text: t.common.uploadStatement,
    words: "import bank statement csv excel impor mutasi",
  },
  {
    to: "/counter/items",
    needs: "changeCounterItems",
    text: t.tasks.items,
    words: "menu products prices catalogue daftar barang produk harga katalog",
  },
  {
    to: "/books/chart",
    needs: "getStatementChart",
    text: t.tasks.chart,
    words: "accounting codes coa akuntansi kode akun",
  },
  {
    to: "/books/rules",
    needs: "listStatementRules",
    text: t.tasks.rules,
    words: "accounting categories journal rules kategori jurnal aturan",
  },
];
