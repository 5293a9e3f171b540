import type { ComponentChild } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

interface PictureProps {
  address: string;
  class: string;
  size: number;
  /** The content to show if there is no picture. */
  fallback?: ComponentChild;
}

/**
 * Shows a picture from another server beside its name. The request sends no referrer. If the picture fails to load,
 * the fallback replaces it.
 */
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
