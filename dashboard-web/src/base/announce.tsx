import { createContext, type ComponentChildren } from "preact";
import { useCallback, useContext, useState } from "preact/hooks";

const AnnounceContext = createContext<(text: string) => void>(() => {});

/** Returns a function that lets a screen reader say a text. */
export const useAnnounce = () => useContext(AnnounceContext);

export function AnnounceProvider({ children }: { children: ComponentChildren }) {
  const [{ text, number }, setAnnouncement] = useState({ text: "", number: 0 });
  const announce = useCallback(
    (said: string) => setAnnouncement((last) => ({ text: said, number: last.number + 1 })),
    [],
  );
  return (
    <AnnounceContext.Provider value={announce}>
      {/* First, as at the end of a short page its one pixel would make the page scroll. */}
      <div role="status" class="off-screen">
        <span key={number}>{text}</span>
      </div>
      {children}
    </AnnounceContext.Provider>
  );
}
