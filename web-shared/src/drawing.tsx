/** Drawings that both pages use, on a grid of 24. */
export const sharedDrawings = {
  copy: "M9 9h10v11H9zM15 9V4H5v11h4",
  check: "M5 12.5l4.5 4.5L19 7.5",
} as const;

/**
 * A drawing in the colour of the text beside it. The text says the same, so the drawing is hidden from screen readers.
 */
export const Drawing = ({ path }: { path: string }) => (
  <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <path d={path} />
  </svg>
);
