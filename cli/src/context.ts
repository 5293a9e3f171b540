import type { Profile } from "./profile.ts";

/** What a command gets besides its own options. */
export interface Context {
  readonly profile: Profile;
  readonly isJson: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
}
