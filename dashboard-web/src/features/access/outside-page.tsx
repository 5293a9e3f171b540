import type { ComponentChildren } from "preact";
import { Brand } from "../../ui/brand.tsx";
import { Languages } from "../../ui/languages.tsx";
import { Page } from "../../ui/page.tsx";

/** A page outside the sign-in: one card in the middle. */
export const OutsidePage = ({
  title,
  children,
}: {
  title: string;
  children: ComponentChildren;
}) => (
  <>
    <header class="outside-head">
      <Brand />
      <Languages />
    </header>
    <div class="card outside-card">
      <Page title={title}>{children}</Page>
    </div>
  </>
);
