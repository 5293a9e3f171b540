import { spawn } from "node:child_process";
import { limits } from "../contract/limits.ts";
import { DomainError } from "../domain/base/domain-error.ts";

/** Settings that other programs on the operator's machine must not receive. */
const secretSettings = new Set([
  "TEPAT_SECRET",
  "TEPAT_SECRET_PREVIOUS",
  "DATABASE_URL",
  "DATABASE_DIRECT_URL",
  "DATABASE_REPLICA_URL",
  "REDIS_URL",
  "SMTP_URL",
  "TELEGRAM_BOT_TOKEN",
  "GOOGLE_CLIENT_SECRET",
  "MICROSOFT_CLIENT_SECRET",
  "METRICS_TOKEN",
  "OTEL_EXPORTER_OTLP_HEADERS",
  "OTEL_EXPORTER_OTLP_TRACES_HEADERS",
  "OTEL_EXPORTER_OTLP_METRICS_HEADERS",
  "OTEL_EXPORTER_OTLP_LOGS_HEADERS",
  // Tepat reads DATABASE_URL instead, but compose.yaml passes the whole .env.
  "POSTGRES_PASSWORD",
  "PGPASSWORD",
]);

/**
 * Runs a program to its end. A failure throws with the purpose and the program's last output. Other output is dropped,
 * because standard output belongs to the command.
 */
export function runOuterProgram(
  purpose: string,
  [program, ...args]: readonly [string, ...string[]],
  { env = {}, seconds }: { env?: Record<string, string>; seconds: number },
): Promise<void> {
  const inherited = Object.entries(process.env).filter(([name]) => !secretSettings.has(name));
  const child = spawn(program, args, {
    env: { ...Object.fromEntries(inherited), ...env },
    stdio: ["ignore", "pipe", "pipe"],
    timeout: seconds * 1000,
    killSignal: "SIGKILL",
  });
  let words = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (piece: Buffer) => {
      words = (words + piece.toString()).slice(-limits.programWordsCharacters);
    });
  }
  return new Promise((resolve, reject) => {
    const refuse = (why: string) => reject(new DomainError(`${purpose}: ${why}`));
    child.once("error", ({ message, ...cause }: NodeJS.ErrnoException) =>
      refuse(cause.code === "ENOENT" ? `${program} is not installed here` : message),
    );
    child.once("close", (code, signal) => {
      if (code === 0) resolve();
      else {
        const end = signal === null ? `exit code ${code}` : `ended by ${signal}`;
        const said = words.trim().replaceAll(/\s*\n\s*/g, "; ");
        refuse(said === "" ? end : `${end}, ${said}`);
      }
    });
  });
}
