import { banks } from "./index.ts";

/** The bank's code and the app's name, as labels of metrics. The catalogue bounds their number. */
export interface AppLabels {
  bank: string;
  app: string;
}

/** The labels of packages outside the catalogue. A phone can report any package name. */
const others: AppLabels = { bank: "other", app: "other" };

const byPackage = new Map(
  banks.flatMap(({ code, apps }) =>
    apps.flatMap(({ format }) =>
      format.packages.map((name) => [name.toLowerCase(), { bank: code, app: format.name }]),
    ),
  ),
);

export const appLabels = (package_name: string): AppLabels =>
  byPackage.get(package_name.toLowerCase()) ?? others;

/** Every pair of labels that `appLabels` can return. */
export const allAppLabels: readonly AppLabels[] = [
  ...new Map([...byPackage.values(), others].map((labels) => [labels.app, labels])).values(),
];
