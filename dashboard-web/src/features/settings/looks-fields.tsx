import { useEffect, useId, useRef, useState } from "preact/hooks";
import { defaultAccent } from "../../../../web-shared/src/default-accent.ts";
import { smallPicture } from "../../base/small-picture.ts";
import { Button } from "../../ui/button.tsx";
import { FileButton } from "../../ui/file-button.tsx";
import { Field, LabelText, type Values } from "../../ui/form.tsx";
import { settingsTexts as t } from "./settings-texts.ts";

interface Looks {
  logo_url: string | null;
  accent_color: string | null;
}

/** Returns the looks of the customer's page from the values of the fields below. */
export function looksOf(values: Values): Looks {
  const color = values("accent_color");
  return {
    logo_url: values("logo_url") || null,
    accent_color: color === defaultAccent ? null : color,
  };
}

export const LooksFields = ({ logo_url, accent_color }: Looks) => (
  <>
    <LogoField stored={logo_url} />
    <Field
      name="accent_color"
      type="color"
      label={t.settings.color}
      hint={t.settings.colorHint}
      defaultValue={accent_color ?? defaultAccent}
    />
  </>
);

/** Makes a picture small enough to be embedded in the page itself. */
function LogoField({ stored }: { stored: string | null }) {
  const id = useId();
  const [logo, setLogo] = useState(stored ?? "");
  const [isUnread, setUnread] = useState(false);
  const field = useRef<HTMLInputElement>(null);

  // A changed value of a hidden field makes no event, which a preview waits for.
  useEffect(() => {
    field.current?.dispatchEvent(new Event("input", { bubbles: true }));
  }, [logo]);

  async function choose(file: File) {
    const picture = await smallPicture(file, "logo").catch(() => null);
    setUnread(picture === null);
    if (picture !== null) setLogo(`data:image/jpeg;base64,${picture}`);
  }

  return (
    <div class="field" role="group" aria-labelledby={id}>
      <span class="label" id={id}>
        <LabelText label={t.settings.logo} isOptional />
      </span>
      <input ref={field} type="hidden" name="logo_url" value={logo} />
      {/* The dashboard does not load pictures from other servers. */}
      {logo.startsWith("data:") ? (
        <img class="logo-chosen" src={logo} alt={t.settings.logo} />
      ) : (
        logo !== "" && <p class="hint">{logo}</p>
      )}
      <div class="actions">
        <FileButton
          label={t.settings.chooseLogo}
          accept="image/*"
          onFile={(file) => void choose(file)}
        />
        {logo !== "" && (
          <Button tone="danger-text" onClick={() => setLogo("")}>
            {t.common.remove}
          </Button>
        )}
      </div>
      <p class="hint">{t.settings.logoHint}</p>
      {isUnread && (
        <p class="field-error" role="alert">
          {t.settings.logoUnread}
        </p>
      )}
    </div>
  );
}
