import { readFileSync } from "node:fs";
import type { ReportOutcome } from "../src/server.ts";
import type { ShadeEntry } from "../src/shade.ts";

/** `protocol-vectors.json`, which PROTOCOL.md describes, and the part of it that Termux can show. */

/** Everything that Android knows about a notification. Missing values are empty. */
interface AndroidNotification {
  package_name: string;
  key: string;
  title: string;
  text: string;
  when_milliseconds: number;
  big_text?: string;
  lines?: string[];
  tag?: string;
  group?: string;
}

interface AppReport {
  key: string;
  package_name: string;
  title: string;
  body: string;
  big_text?: string;
  posted_at: string;
}

export type GivenAnswer =
  | { is_broken: true }
  | {
      status: number;
      headers?: Record<string, string>;
      json?: unknown;
      text?: string;
      /** The gateway's own envelope, with this outcome for each notification. */
      outcome?: string;
    };

type Step<Fields> = Partial<Record<keyof Fields, undefined>> | Fields;

interface Vectors {
  limits: Record<string, number>;
  server_addresses: {
    valid: { address: string; url: string; is_plain: boolean }[];
    invalid: { address: string; problem: string }[];
  };
  pairing_links: {
    valid: { text: string; server: string; code: string }[];
    invalid: { text: string; problem: string }[];
  };
  pairing_codes: { device_id: string; device_token: string; code: string }[];
  requests: {
    call: string;
    with: { pairing_code?: string; device_token?: string };
    body: unknown;
    request: {
      method: string;
      path: string;
      headers: Record<string, string>;
      absent_headers: string[];
    };
  }[];
  answers: (Exclude<GivenAnswer, { is_broken: true }> & {
    call: string;
    kind: string;
    wait_seconds?: number;
  })[];
  registrations: {
    name: string;
    steps: {
      code: string;
      device_name: string;
      answer: GivenAnswer;
      kept: { device_id: string; device_token: string; device_name: string } | null;
      says?: string;
    }[];
  }[];
  backoff: { failures: number; random: number; milliseconds: number }[];
  reports: {
    name: string;
    only?: "app";
    watched: string[];
    notification: AndroidNotification;
    also_shown?: AndroidNotification[];
    report: AppReport | null;
  }[];
  sightings: {
    notifications: Record<string, AndroidNotification>;
    scripts: {
      name: string;
      watched: string[];
      steps: (Step<{ at: string; shown: string[] }> & {
        restart?: true;
        watched?: string[];
        acknowledge?: number;
      })[];
      queue: Omit<AppReport, "key">[];
    }[];
  };
  sending: {
    answers: Record<string, GivenAnswer>;
    scripts: {
      name: string;
      queued: number;
      random: number;
      steps: (Step<{
        send: [number, number][];
        answer: string;
        wait_milliseconds: number;
        waiting: number;
      }> & { restart?: true; queue?: number; queue_meanwhile?: number })[];
      set_aside: number[];
    }[];
  };
  watching: {
    name: string;
    random: number;
    steps: { answer: GivenAnswer; wait_milliseconds: number; watched: string[] }[];
  }[];
  heartbeats: {
    name: string;
    steps: {
      state: {
        battery?: number | null;
        queue_length?: number;
        last_notification_at?: string;
        listener_error?: string | null;
        self_test?: string;
      };
      answer: GivenAnswer;
      elapsed_milliseconds: number;
      body: Record<string, unknown>;
      wait_milliseconds: number;
    }[];
  }[];
  self_test: {
    notification: { title: string; text: string };
    code_notification: { title: string; text: string };
    read_back: { title: string; text: string; verdict: string }[];
  };
  results: { answer: ReportOutcome; result: string; payment_code: string | null }[];
}

const file = new URL("protocol-vectors.json", import.meta.url);

export const vectors = JSON.parse(readFileSync(file, "utf8")) as Vectors;

/**
 * Returns the output of `termux-notification-list`: one text (the expanded one if there is one), and the time in
 * whole seconds.
 */
export function printedByTermux(notification: AndroidNotification): ShadeEntry {
  const { package_name, key, title, text, when_milliseconds } = notification;
  const { big_text = "", lines = [], tag = "", group = "" } = notification;
  return {
    tag,
    key,
    group,
    packageName: package_name,
    title,
    content: big_text || text,
    when: jakartaTimeOf(when_milliseconds),
    lines,
  };
}

/** Returns the part of the app's report that Termux can show its Worker. */
export function reportedByTermux(report: AppReport): Omit<AppReport, "big_text"> {
  const { key, package_name, title, body, big_text = body, posted_at } = report;
  return { key, package_name, title, body: big_text, posted_at };
}

/**
 * Formats a time as Java's `yyyy-MM-dd HH:mm:ss` on a phone in Jakarta, also for years with more
 * than four digits.
 */
function jakartaTimeOf(milliseconds: number): string {
  const shifted = new Date(milliseconds + 7 * 60 * 60 * 1_000);
  if (Number.isNaN(shifted.getTime())) return "287396-10-12 15:59:00";
  return shifted.toISOString().replace(/^\+0*/, "").replace("T", " ").slice(0, -5);
}
