import { parse } from "yaml";
import { z } from "zod";

/** Parses compose.yaml, for the tests that run it or compare it with the files. */

const condition = z.enum(["service_started", "service_healthy", "service_completed_successfully"]);
const size = z.string().regex(/^\d+[MG]$/);
const seconds = z.string().regex(/^\d+[sm]$/);
const text = z.string();
const service = z.strictObject({
  image: text,
  pull_policy: z.literal("never").optional(),
  build: text.optional(),
  restart: z.enum(["unless-stopped", "no"]),
  init: z.boolean().optional(),
  user: text.optional(),
  read_only: z.boolean().optional(),
  tmpfs: text.startsWith("/").optional(),
  cap_drop: z.tuple([z.literal("ALL")]).optional(),
  cap_add: z.array(text).optional(),
  security_opt: z.tuple([z.literal("no-new-privileges:true")]).optional(),
  stop_grace_period: seconds.optional(),
  shm_size: size.optional(),
  pids_limit: z.int().positive(),
  ulimits: z.strictObject({ nofile: z.int() }).optional(),
  env_file: text.optional(),
  environment: z.record(text, text).optional(),
  command: z.array(text).optional(),
  ports: z.array(text.regex(/^\d+:\d+(\/udp)?$/)).optional(),
  volumes: z.array(text.regex(/^[^:]+:\/[^:]+(:ro)?$/)).optional(),
  networks: z.array(text).min(1),
  depends_on: z.record(text, z.strictObject({ condition })).optional(),
  healthcheck: z
    .union([
      z.strictObject({ disable: z.literal(true) }),
      z.strictObject({
        test: z.tuple([z.literal("CMD")], text),
        interval: seconds,
        timeout: seconds,
        retries: z.int(),
        start_period: seconds.optional(),
      }),
    ])
    .optional(),
  deploy: z
    .strictObject({
      replicas: z.int().optional(),
      resources: z.strictObject({ limits: z.strictObject({ cpus: text, memory: size }) }),
    })
    .optional(),
  logging: z.strictObject({ driver: text }),
});
const file = z.strictObject({
  name: text,
  "x-tepat": z.looseObject({}),
  services: z.record(text, service),
  networks: z.record(text, z.strictObject({ internal: z.boolean().optional() }).nullable()),
  volumes: z.record(text, z.null()),
});

export type ComposeService = z.infer<typeof service>;
export type ComposeFile = z.infer<typeof file>;

/**
 * Validates the keys of compose.yaml and their values by Compose's rules. A misspelt key is an error.
 */
export const readCompose = (content: string): ComposeFile =>
  file.parse(parse(content, { merge: true }));

/** Replaces the variables in a value as Compose does. */
export const withVariables = (
  value: string,
  env: Readonly<Record<string, string | undefined>>,
): string =>
  value.replaceAll(
    /\$\{(\w+)(?::-([^}]*))?[^}]*\}/g,
    (_, name: string, other?: string) => env[name] ?? other ?? "",
  );
