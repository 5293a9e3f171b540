import { z } from "zod";
import { readConfig } from "../start/config.ts";
import { androidPackage } from "../contract/fields.ts";
import { loadOperatorRules } from "../domain/notifications/operator-rules.ts";
import { command, shown } from "./command.ts";
import { option } from "./option.ts";

const parse = command({
  name: "parse",
  summary:
    "Shows the values that Tepat reads from a notification, and the rule that reads them. Records nothing.",
  options: {
    package: option(androidPackage(), "NAME", "the Android package that posts the notification"),
    title: option(z.string().optional(), "TEXT", "the notification's title"),
    body: option(z.string(), "TEXT", "the notification's text"),
    "big-text": option(z.string().optional(), "TEXT", "the notification's expanded text"),
  },
  run: async ({ package: package_name, title = null, body, "big-text": big_text = null }) => {
    const reader = loadOperatorRules(readConfig(process.env).rulesFile).reader();
    const reading = reader.read({ package_name, title, body, big_text });
    return shown({ app: reader.appNameOf(package_name), ...reading });
  },
});

export const commands = [parse];
