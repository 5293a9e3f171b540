import type { ComponentChildren } from "preact";
import type { Refusal } from "../base/api.ts";
import { Link } from "../base/router.tsx";
import { commonTexts as t } from "../base/texts/common.ts";
import { Icon, type IconName } from "./icon.tsx";

/** Wraps a plain text in a paragraph. */
export const paragraph = (children: ComponentChildren) =>
  typeof children === "string" ? <p>{children}</p> : children;

interface NoticeProps {
  tone: "good" | "warning" | "bad";
  children: ComponentChildren;
}

/** A message in a coloured box. Screen readers read a bad one at once. */
export const Notice = ({ tone, children }: NoticeProps) => (
  <div class={`notice ${tone}`} role={tone === "bad" ? "alert" : undefined}>
    <Icon name={tone === "good" ? "check" : "warning"} />
    <div>{paragraph(children)}</div>
  </div>
);

/** Shows a refusal, its reason and the next step. */
export function RefusalNotice({
  refusal,
  isSignIn = false,
}: {
  refusal: Refusal;
  isSignIn?: boolean;
}) {
  return (
    <Notice tone="bad">
      {refusalWords(refusal, isSignIn)}
      {refusal.code === "totp_not_enabled" && (
        <>
          {" "}
          <Link to="/security">{t.refusals.toSecurity}</Link>
        </>
      )}
    </Notice>
  );
}

function refusalWords({ code, sentence, retrySeconds }: Refusal, isSignIn: boolean) {
  if (code === "rate_limited")
    return t.refusals.rateLimited(Math.max(1, Math.ceil((retrySeconds ?? 60) / 60)));
  if (code === "unauthorized" && isSignIn) return t.refusals.wrongSignIn;
  return sentence ?? t.refusals.byCode[code];
}

interface EmptyProps {
  icon: IconName;
  title: string;
  children: ComponentChildren;
}

/** The empty state of a list: its purpose, and the next step. */
export const Empty = ({ icon, title, children }: EmptyProps) => (
  <div class="empty">
    <span class="badge">
      <Icon name={icon} />
    </span>
    <h2>{title}</h2>
    {paragraph(children)}
  </div>
);
