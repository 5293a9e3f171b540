import { mark } from "./mark-shapes.ts";

/** Tepat's mark beside the name. Screen readers read only the name. */
export const Mark = () => (
  <svg class="logo" viewBox="0 0 32 32" aria-hidden="true" focusable="false">
    <rect width="32" height="32" rx="9" fill={mark.ground} />
    <path fill={mark.letter.color} d={mark.letter.path} />
    <path fill={mark.suffix.color} d={mark.suffix.path} />
  </svg>
);
