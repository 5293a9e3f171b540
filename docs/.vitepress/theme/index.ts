/** VitePress's own theme, in the reader's fonts: none is loaded. */
export { default } from "vitepress/theme-without-fonts";
// oxlint-disable-next-line import/no-unassigned-import -- Vite bundles it
import "./style.css";
