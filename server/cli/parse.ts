import { z } from "zod";
import { readConfig } from "../start/config.ts";
import { androidPackage } from "../contract/fields.ts";
import { loadOperatorRules } from "../domain/notifications/operator-rules.ts";
import { command, shown } from "./command.ts";
import { option } from "./option.ts";

const parse = command({
  name: "parse",
  summary: "Shows how the text of a notification is read, and by which rule. Nothing is recorded.",
  options: {
    package: option(androidPackage(), "NAME", "Android package that posts the notification"),
    title: option(z.string().optional(), "TEXT", "its title"),
    body: option(z.string(), "TEXT", "its text"),
    "big-text": option(z.string().optional(), "TEXT", "its expanded text"),
  },
  run: async ({ package: package_name, title = null, body, "big-text": big_text = null }) => {
    const reader = loadOperatorRules(readConfig(process.env).rulesFile).reader();
    const reading = reader.read({ package_name, title, body, big_text });
    return shown({ app: reader.appNameOf(package_name), ...reading });
  },
});

export const commands = [parse];
