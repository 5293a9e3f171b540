import { createContext, type ComponentChildren } from "preact";
import { useCallback, useContext, useState } from "preact/hooks";

const AnnounceContext = createContext<(text: string) => void>(() => {});

/** Returns a function that makes a screen reader announce a text. */
export const useAnnounce = () => useContext(AnnounceContext);

export function AnnounceProvider({ children }: { children: ComponentChildren }) {
  const [{ text, number }, setAnnouncement] = useState({ text: "", number: 0 });
  const announce = useCallback(
    (said: string) => setAnnouncement((last) => ({ text: said, number: last.number + 1 })),
    [],
  );
  return (
    <AnnounceContext.Provider value={announce}>
      {/* This element comes first because its one pixel would make a short page scroll if it came last. */}
      <div role="status" class="off-screen">
        <span key={number}>{text}</span>
      </div>
      {children}
    </AnnounceContext.Provider>
  );
}
