import type { ComponentChildren } from "preact";
import { Languages } from "./languages.tsx";
import { Page } from "./page.tsx";
import { Brand } from "./shell.tsx";

/** A page before signing in: one card in the middle. */
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
