import type { Profile } from "./profile.ts";

/** The context of a command, in addition to its own options. */
export interface Context {
  readonly profile: Profile;
  /** The command as people type it. */
  readonly program: string;
  readonly isJson: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
}
