import { z } from "zod";
import type { NoticeChannel } from "../contract/dashboard/notices.ts";
import type { TelegramReader, TelegramUpdate } from "../domain/notices/telegram-link.ts";
import type {
  NoticeAddress,
  NoticeChannels,
  NoticeResult,
  OutgoingNotice,
} from "../domain/notices/notice-sending.ts";
import type { AttemptResult } from "../domain/webhooks/webhook-schedule.ts";
import type { TelegramTrial } from "../contract/dashboard/gateway-settings.ts";
import { limits } from "../contract/limits.ts";
import type { DeliverMail } from "../domain/gateway-settings/mail-server.ts";
import { botIdOf, type TelegramBot } from "../domain/gateway-settings/settings-in-force.ts";
import {
  createCurrentWebhookClient,
  createWebhookClient,
  type WebhookClientOptions,
} from "./webhook-client.ts";

/**
 * Sends notices to team members: by the operator's mail server, the operator's Telegram bot, and browsers' push
 * services.
 */

interface ChannelOptions {
  deliverMail: DeliverMail;
  /** Returns whether a mail server is currently set. */
  sendsMail(): boolean;
  /** Returns null if no bot is currently set. */
  telegram(): TelegramBot | null;
  /**
   * The rules for the addresses of push services. A browser names its own push service, so the address is as
   * untrusted as a webhook's.
   */
  pushTargets(): WebhookClientOptions;
  publicUrl(): string;
}

export function createNoticeChannels(options: ChannelOptions): NoticeChannels {
  const bot = currentBot(options.telegram);
  const push = createPushSender(options.pushTargets, options.publicUrl);
  return {
    get available() {
      return new Set<NoticeChannel>([
        "push",
        ...(options.sendsMail() ? (["email"] as const) : []),
        ...(options.telegram() ? (["telegram"] as const) : []),
      ]);
    },
    async send(address, notice, signal) {
      switch (address.channel) {
        case "email":
          return options.sendsMail()
            ? sendMail(options.deliverMail, address.email, notice)
            : notSetUp;
        case "telegram":
          return bot()?.send(address.chat_id, notice, signal) ?? notSetUp;
        case "push":
          return push(address, notice, signal);
      }
    },
    async botName() {
      const current = bot();
      if (!current) throw new Error("there is no Telegram bot");
      return current.name();
    },
    async tryBot() {
      return (await bot()?.tryOut()) ?? { bot_name: null, problem: "no_answer", response: null };
    },
  };
}

/** The operator has removed the channel. The channel might return, so the notice is retried by the schedule. */
const notSetUp: NoticeResult = {
  outcome: "failure",
  http_status: null,
  error_code: "channel_not_set_up",
  retry_after_seconds: null,
  duration_ms: 0,
};

const settingsLine = ({ language, settings_link }: OutgoingNotice): string =>
  language === "id"
    ? `Atur pemberitahuan: ${settings_link}`
    : `Choose your notices: ${settings_link}`;

async function sendMail(
  deliver: DeliverMail,
  to: string,
  notice: OutgoingNotice,
): Promise<NoticeResult> {
  const started = performance.now();
  const failure = await deliver({
    to,
    subject: notice.title,
    text: `${notice.title}\n\n${notice.body}\n\n${notice.link}\n\n--\n${settingsLine(notice)}\n`,
    id: notice.message_id,
  });
  return {
    outcome: failure ? "failure" : "success",
    http_status: failure?.response_code ?? null,
    error_code: failure?.code ?? null,
    retry_after_seconds: null,
    duration_ms: Math.round(performance.now() - started),
    broken_reason: failure?.is_address_refused ? "address_refused" : undefined,
  };
}

/**
 * `pollSeconds`: the time for which Telegram waits for a message. `pollMilliseconds`: the resulting limit of our
 * call.
 */
const pollSeconds = 20;
const pollMilliseconds = 30_000;
const pollAnswerBytes = 1024 * 1024;

const telegramAnswer = z.object({
  ok: z.boolean(),
  result: z.unknown().optional(),
  description: z.string().optional(),
  parameters: z.object({ retry_after: z.number().optional() }).optional(),
});

const botAnswer = z.object({ username: z.string() });
const webhookAnswer = z.object({ url: z.string() });

const updates = z.array(
  z.object({
    update_id: z.int(),
    message: z
      .object({
        text: z.string().optional(),
        chat: z.object({
          id: z.int(),
          type: z.string(),
          username: z.string().optional(),
          first_name: z.string().optional(),
        }),
      })
      .optional(),
  }),
);

function createTelegramBot({ token, apiUrl }: TelegramBot) {
  // The operator chose the address, so a private address is allowed.
  const client = createWebhookClient({ allowPrivate: true });
  const poller = createWebhookClient({
    allowPrivate: true,
    limits: {
      exchangeMilliseconds: pollMilliseconds,
      answerBytes: pollAnswerBytes,
      responseHeadBytes: pollAnswerBytes,
    },
  });

  async function call(
    method: string,
    body: object,
    { by = client, signal }: { by?: typeof client; signal?: AbortSignal | undefined } = {},
  ) {
    const result = await by.post({
      url: `${apiUrl}/bot${token}/${method}`,
      headers: {},
      body: JSON.stringify(body),
      ...(signal && { signal }),
    });
    return { result, answer: readAnswer(result) };
  }

  /** Errors name the method and never the address, because the address contains the token. */
  async function ask(method: string, body: object, options?: Parameters<typeof call>[2]) {
    const { result, answer } = await call(method, body, options);
    if (result.outcome === "success" && answer?.ok) return answer.result;
    throw new Error(
      `Telegram refused or did not respond to ${method}: ${answer?.description ?? result.error_code ?? result.http_status}`,
    );
  }

  let name: Promise<string> | undefined;

  async function readName(): Promise<string> {
    return botAnswer.parse(await ask("getMe", {})).username;
  }

  return {
    bot_id: botIdOf(token),

    /** Returns the bot's name. Telegram is asked once. */
    name(): Promise<string> {
      name ??= readName().catch((cause: unknown) => {
        name = undefined;
        throw cause;
      });
      return name;
    },

    async tryOut(): Promise<TelegramTrial> {
      const { result, answer } = await call("getMe", {});
      const found = botAnswer.safeParse(answer?.result);
      if (!found.success) return telegramProblem(result, answer?.description ?? null);
      const webhook = (await call("getWebhookInfo", {})).answer?.result;
      const { url } = webhookAnswer.catch({ url: "" }).parse(webhook);
      return url === ""
        ? { bot_name: found.data.username, problem: null, response: null }
        : { bot_name: null, problem: "has_webhook", response: null };
    },

    async readUpdates(after: number, signal?: AbortSignal): Promise<TelegramUpdate[]> {
      const body = {
        offset: after + 1,
        timeout: pollSeconds,
        limit: 20,
        allowed_updates: ["message"],
      };
      const found = updates.parse(await ask("getUpdates", body, { by: poller, signal }));
      return found.map(({ update_id, message }) => ({
        update_id,
        message:
          message?.chat.type === "private"
            ? {
                chat_id: String(message.chat.id),
                sender_name: senderName(message.chat),
                text: message.text ?? "",
              }
            : null,
      }));
    },

    async send(
      chat_id: string,
      notice: OutgoingNotice,
      signal: AbortSignal | undefined,
    ): Promise<NoticeResult> {
      // Without `parse_mode` Telegram reads plain text, so a customer's name cannot be markup.
      const text = `${notice.title}\n${notice.body}\n\n${notice.link}`;
      const { result, answer } = await call(
        "sendMessage",
        { chat_id, text, link_preview_options: { is_disabled: true } },
        { signal },
      );
      return {
        ...result,
        retry_after_seconds: answer?.parameters?.retry_after ?? result.retry_after_seconds,
        broken_reason: brokenChat(result, answer?.description ?? ""),
      };
    },
  };
}

/** Returns a function that gives the reader of the current bot, or null if no bot is set. */
export function telegramReader(current: () => TelegramBot | null): () => TelegramReader | null {
  const bot = currentBot(current);
  return () => {
    const now = bot();
    return now && { bot_id: now.bot_id, read: now.readUpdates };
  };
}

/** Keeps a bot's connections for as long as the bot is the current one. */
function currentBot(current: () => TelegramBot | null) {
  let opened: { settings: TelegramBot; bot: ReturnType<typeof createTelegramBot> } | undefined;
  return () => {
    const settings = current();
    if (!settings) return null;
    if (opened?.settings !== settings) opened = { settings, bot: createTelegramBot(settings) };
    return opened.bot;
  };
}

/** Telegram responds with 401 to a revoked token, and with 404 to a token that never existed. */
function telegramProblem({ http_status }: AttemptResult, description: string | null) {
  const response = description?.slice(0, limits.trialResponseCharacters) ?? null;
  if (description === null) return { bot_name: null, problem: "no_answer" as const, response };
  const isToken = http_status === 401 || http_status === 404;
  return {
    bot_name: null,
    problem: isToken ? ("token_refused" as const) : ("refused" as const),
    response,
  };
}

function readAnswer({ response_head }: AttemptResult) {
  try {
    return telegramAnswer.parse(JSON.parse(response_head));
  } catch {
    return null;
  }
}

const senderName = (chat: { username?: string | undefined; first_name?: string | undefined }) =>
  (chat.username ? `@${chat.username}` : (chat.first_name ?? "")).slice(0, 100);

function brokenChat({ http_status }: AttemptResult, description: string) {
  if (http_status === 403) {
    return /blocked/i.test(description) ? ("bot_blocked" as const) : ("chat_gone" as const);
  }
  return http_status === 400 && /chat not found/i.test(description)
    ? ("chat_gone" as const)
    : undefined;
}

/** The time for which a push service keeps a notice while the browser is closed. */
const pushSeconds = 24 * 60 * 60;

/** RFC 8292: the contact that the push service can ask about our requests. */
const subjectOf = (publicUrl: string): string =>
  publicUrl.startsWith("https:") ? publicUrl : `mailto:no-reply@${new URL(publicUrl).hostname}`;

function createPushSender(targets: () => WebhookClientOptions, publicUrl: () => string) {
  const client = createCurrentWebhookClient(targets);
  return async (
    address: Extract<NoticeAddress, { channel: "push" }>,
    notice: OutgoingNotice,
    signal: AbortSignal | undefined,
  ): Promise<NoticeResult> => {
    // The library is loaded for the first message, because most processes send none.
    const { default: webPush } = await import("web-push");
    const request = webPush.generateRequestDetails(
      { endpoint: address.endpoint, keys: { p256dh: address.p256dh, auth: address.auth } },
      JSON.stringify({
        id: notice.message_id,
        title: notice.title,
        body: notice.body,
        link: notice.link,
        language: notice.language,
      }),
      {
        TTL: pushSeconds,
        urgency: "high",
        // A push service drops the earlier of two waiting notices with one topic.
        topic: notice.message_id.replaceAll("-", ""),
        vapidDetails: {
          subject: subjectOf(publicUrl()),
          publicKey: address.keys.public_key,
          privateKey: address.keys.private_key,
        },
      },
    );
    const headers = Object.entries(request.headers)
      .map(([name, value]) => [name.toLowerCase(), value] as const)
      .filter(([name]) => name !== "content-length");
    const result = await client.post({
      url: request.endpoint,
      headers: Object.fromEntries(headers),
      body: request.body,
      ...(signal && { signal }),
    });
    const isGone = result.http_status === 404 || result.http_status === 410;
    return { ...result, broken_reason: isGone ? "browser_gone" : undefined };
  };
}
