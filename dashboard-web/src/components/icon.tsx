import { Drawing, sharedDrawings } from "../../../web-shared/src/drawing.tsx";

const drawings = {
  ...sharedDrawings,
  overview: "M4 13h6V4H4zM14 20h6v-9h-6zM4 20h6v-3H4zM14 7h6V4h-6z",
  payments: "M4 7h16v11H4zM4 11h16M8 15h3",
  mutations: "M7 4v15m0 0-3-3m3 3 3-3M17 20V5m0 0-3 3m3-3 3 3",
  accounts: "M4 10 12 4l8 6M6 10v8M10 10v8M14 10v8M18 10v8M4 20h16",
  devices: "M8 3h8v18H8zM11 18h2",
  webhooks: "M5 12a7 7 0 0 1 12-5l2 2M19 12a7 7 0 0 1-12 5l-2-2M19 5v4h-4M5 19v-4h4",
  keys: "M14 10a4 4 0 1 0-3.5 4L12 12.500h2v-2zM14 10l6-6M17 7l2 2",
  security: "M12 3l7 3v5c0 5-3 8-7 10-4-2-7-5-7-10V6zM9 12l2 2 4-4",
  audit: "M6 3h9l4 4v14H6zM9 11h7M9 15h7",
  settings:
    "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 3v2M12 19v2M3 12h2M19 12h2M6 6l1 1M17 17l1 1M6 18l1-1M17 7l1-1",
  operator: "M5 21V5l8-2v18M13 9h6v12M3 21h18M8 8h2M8 12h2M8 16h2M16 13v.5M16 17v.5",
  back: "M19 12H5m6-6-6 6 6 6",
  menu: "M4 7h16M4 12h16M4 17h16",
  close: "M6 6l12 12M18 6 6 18",
  download: "M12 4v11m0 0-4-4m4 4 4-4M5 20h14",
  offline:
    "M4 4l16 16M5 12a10 10 0 0 1 4-2.500M8.500 15.500a5 5 0 0 1 6-.5M12 19v.5M13 9a10 10 0 0 1 6 3",
  warning: "M12 4 3 19h18zM12 10v4M12 16.500v.5",
  plus: "M12 5v14M5 12h14",
  out: "M10 4H5v16h5M14 8l4 4-4 4M18 12H9",
} as const;

export type IconName = keyof typeof drawings;

export const Icon = ({ name }: { name: IconName }) => <Drawing path={drawings[name]} />;
