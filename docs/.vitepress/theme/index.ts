import type { Theme } from "vitepress";
import DefaultTheme from "vitepress/theme-without-fonts";
import { inLanguage } from "../pages.ts";
// oxlint-disable-next-line import/no-unassigned-import -- Vite bundles it
import "./style.css";

interface Shown {
  readonly page: { readonly value: { readonly relativePath: string } };
}

/**
 * VitePress's own theme, without its fonts: the reader's fonts are used. The switch of languages leads to the page's
 * other language, or to the first page where it has none. It is set here because the site's data would carry a function
 * as a text, which the pages' policy does not let the browser run.
 */
export default {
  extends: DefaultTheme,
  enhanceApp({ siteData }) {
    const themeConfig = siteData.value.themeConfig as { pages: readonly string[] };
    const i18nRouting = ({ page }: Shown, _heading: string, language: string) =>
      inLanguage(language, page.value.relativePath, themeConfig.pages);
    siteData.value = { ...siteData.value, themeConfig: { ...themeConfig, i18nRouting } };
  },
} satisfies Theme;
