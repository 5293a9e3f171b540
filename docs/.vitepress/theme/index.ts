/** VitePress's own theme, without its fonts: the reader's fonts are used. */
export { default } from "vitepress/theme-without-fonts";
// oxlint-disable-next-line import/no-unassigned-import -- Vite bundles it
import "./style.css";
