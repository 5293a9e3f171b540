import { Drawing } from "../../../web-shared/src/drawing.tsx";
import {
  checkIcon,
  clockIcon,
  copyIcon,
  downloadIcon,
  pauseIcon,
  searchIcon,
  xIcon,
} from "../../../web-shared/src/icons.gen.ts";

/** The drawing for each meaning. To add a drawing, add it to web-shared/scripts/icons-module.ts first. */
const drawings = {
  copy: copyIcon,
  check: checkIcon,
  clock: clockIcon,
  cross: xIcon,
  download: downloadIcon,
  search: searchIcon,
  pause: pauseIcon,
} as const;

export type IconName = keyof typeof drawings;

export const Icon = ({ name }: { name: IconName }) => <Drawing path={drawings[name]} />;
