import { useState } from "preact/hooks";
import { chooseScheme, chosenScheme, schemes } from "../base/scheme.ts";
import { commonTexts as t } from "../base/texts/common.ts";

/** Lets a person choose light colours, dark colours, or the device's scheme. */
export function Schemes() {
  const [chosen, setChosen] = useState(chosenScheme);
  return (
    <div class="switch" role="group" aria-label={t.common.appearance}>
      {schemes.map((each) => (
        <button
          key={each}
          type="button"
          aria-pressed={each === chosen}
          onClick={() => {
            chooseScheme(each);
            setChosen(each);
          }}
        >
          {t.common.schemes[each]}
        </button>
      ))}
    </div>
  );
}
