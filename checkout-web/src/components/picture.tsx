import type { ComponentChild } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

interface PictureProps {
  address: string;
  class: string;
  size: number;
  /** Shown when there is no picture. */
  fallback?: ComponentChild;
}

/** A stranger's picture beside its own name: it is asked for without saying where, and goes when it does not come. */
export function Picture({ address, class: name, size, fallback = null }: PictureProps) {
  const image = useRef<HTMLImageElement>(null);
  const [isBroken, setBroken] = useState(false);

  useEffect(() => {
    // The picture might have failed before this script ran.
    if (image.current?.complete && image.current.naturalWidth === 0) setBroken(true);
  }, []);

  if (isBroken) return <>{fallback}</>;
  return (
    <img
      ref={image}
      class={name}
      src={address}
      alt=""
      width={size}
      height={size}
      loading="lazy"
      decoding="async"
      referrerpolicy="no-referrer"
      onError={() => setBroken(true)}
    />
  );
}
