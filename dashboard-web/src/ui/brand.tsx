import { Mark } from "../../../web-shared/src/mark.tsx";

export const Brand = () => (
  <p class="brand">
    <Mark />
    Tepat
  </p>
);
