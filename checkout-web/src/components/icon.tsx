import { Drawing, sharedDrawings } from "../../../web-shared/src/drawing.tsx";

const drawings = {
  ...sharedDrawings,
  clock: "M12 7v5l3.5 2M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18z",
  cross: "M7 7l10 10M17 7L7 17",
  download: "M12 4v11m-5-4.5l5 5 5-5M5 20h14",
  search: "M11 4a7 7 0 1 1 0 14 7 7 0 0 1 0-14zm5 12l4.5 4.5",
  pause: "M9 6v12M15 6v12",
} as const;

export type IconName = keyof typeof drawings;

export const Icon = ({ name }: { name: IconName }) => <Drawing path={drawings[name]} />;
