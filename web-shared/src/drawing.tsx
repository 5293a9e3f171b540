/**
 * A drawing in the colour of the text beside it. The text has the same meaning, so the drawing is hidden from screen
 * readers.
 */
export const Drawing = ({ path }: { path: string }) => (
  <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <path d={path} />
  </svg>
);
