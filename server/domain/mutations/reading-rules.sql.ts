import { limits } from "../../contract/limits.ts";
import type { Notification } from "../../contract/worker.ts";
import type { Sql, Tx } from "../../db/client.ts";
import { transactionTime } from "../base/clock.sql.ts";
import { codesOfReadableEmails } from "../banks/index.ts";
import { holdMerchant } from "../merchants/merchants.sql.ts";
import type { WordFault } from "../notifications/payers-words.ts";
import type { TaughtRule } from "../notifications/notification-reader.ts";
import { taughtPrefix, type StoredRule } from "../notifications/taught-rules.ts";
import type { MutationRow } from "./mutations.sql.ts";

/** The text from which a rule was created. */
export interface RuleSample {
  title: string | null;
  text: string;
  amount: number;
  /** The app's name at that time. A merchant can rename its own bank, while its texts keep the app's earlier name. */
  app_name?: string;
}

/** A rule that is on. Texts older than `reads_from` are left to people. */
export interface RuleInForce extends TaughtRule {
  reads_from: Date;
}

/** The emails to which a rule applies. Both fields are null for a rule that reads notifications. */
interface MailPlace {
  /** The sender's address. */
  sender: string | null;
  /** The only domain whose signature counts. */
  signing_domain: string | null;
}

export interface ReadingRuleRow extends TaughtRule, MailPlace {
  is_on: boolean;
  /** The reason why the gateway switched the rule off. */
  fault: WordFault | null;
  sample: RuleSample;
  created_at: Date;
  hits: number;
  last_hit_at: Date | null;
}

/** Selects the rules that read a merchant's notifications. */
export function selectTaughtRules(sql: Sql, merchant_id: string): Promise<RuleInForce[]> {
  return sql<RuleInForce[]>`
    select rule_id, package_name, title, template, reads_from
    from reading_rules
    where merchant_id = ${merchant_id}
      and is_on
      and sender is null
    order by rule_id
  `;
}

/** A rule for emails that is on. */
export interface MailRuleInForce extends MailPlace, TaughtRule {
  sender: string;
  signing_domain: string;
}

/** Selects the rules for a merchant's email that arrived at this time. Emails older than a rule are left to people. */
export function selectTaughtMails(
  sql: Sql,
  { merchant_id, arrived_at }: { merchant_id: string; arrived_at: Date },
): Promise<MailRuleInForce[]> {
  return sql<MailRuleInForce[]>`
    select rule_id, package_name, title, template, sender, signing_domain
    from reading_rules
    where merchant_id = ${merchant_id}
      and is_on
      and sender is not null
      and reads_from <= ${arrived_at}
    order by rule_id
  `;
}

/**
 * Records for which accounts Tepat can read emails: the release has a wording of the bank, or the merchant has taught
 * one. A mailbox watches no other accounts. Without a merchant, the statement updates the accounts of all.
 */
export async function noteReadEmails(tx: Sql | Tx, merchant_id?: string): Promise<void> {
  await tx`
    update source_accounts watched
    set is_read = noted.is_read
    from (
      select account.merchant_id, account.account_id,
        channel.channel_code = any(${[...codesOfReadableEmails]})
        or exists (
          select from reading_rules rule
          where rule.merchant_id = account.merchant_id
            and rule.sender is not null
            and rule.is_on
            and rule.package_name = lower(channel.channel_code) || '_mail'
        ) as is_read
      from accounts account
      join channels channel using (channel_id)
    ) noted
    where ${merchant_id === undefined ? tx`true` : tx`watched.merchant_id = ${merchant_id}`}
      and noted.merchant_id = watched.merchant_id
      and noted.account_id = watched.account_id
      and noted.is_read is distinct from watched.is_read
  `;
}

/** Selects the rules of many merchants. */
export async function selectTaughtOfMerchants(
  sql: Sql,
  merchant_ids: readonly string[],
): Promise<Map<string, RuleInForce[]>> {
  const rows = await sql<(RuleInForce & { merchant_id: string })[]>`
    select merchant_id, rule_id, package_name, title, template, reads_from
    from reading_rules
    where merchant_id = any(${[...new Set(merchant_ids)]}::uuid[])
      and is_on
      and sender is null
    order by merchant_id, rule_id
  `;
  return Map.groupBy(rows, ({ merchant_id }) => merchant_id);
}

/** Selects all rules with the number of texts that they have read, newest first. */
export function selectReadingRules(sql: Sql, merchant_id: string): Promise<ReadingRuleRow[]> {
  return sql<ReadingRuleRow[]>`
    select
      rule.rule_id, rule.package_name, rule.title, rule.template, rule.is_on, rule.fault, rule.sample,
      rule.sender, rule.signing_domain, rule.created_at,
      read.hits, read.last_hit_at
    from reading_rules rule
    cross join lateral (
      select count(*) as hits, max(mutation.created_at) as last_hit_at
      from mutations mutation
      where mutation.merchant_id = rule.merchant_id
        and mutation.rule = ${`${taughtPrefix}.`} || rule.rule_id
        and mutation.rule like 'taught.%'
    ) read
    where rule.merchant_id = ${merchant_id}
    order by rule.created_at desc, rule.rule_id
  `;
}

/** Returns false if there is no room for another rule. A repeated template adds no second rule. */
export async function insertReadingRule(
  sql: Sql,
  rule: TaughtRule &
    Partial<MailPlace> & { merchant_id: string; sample: RuleSample; at: Date | null },
): Promise<{ rule_id: string } | null> {
  const { sender = null, signing_domain = null } = rule;
  return sql.begin(async (tx) => {
    await holdMerchant(tx, rule.merchant_id);
    const [known] = await tx<{ rule_id: string }[]>`
      update reading_rules
      set ${switchedOn(tx, rule.at)}
      where merchant_id = ${rule.merchant_id}
        and package_name = ${rule.package_name}
        and title is not distinct from ${rule.title}
        and sender is not distinct from ${sender}
        and signing_domain is not distinct from ${signing_domain}
        and template = ${rule.template}
      returning rule_id
    `;
    if (known !== undefined) return known;
    const [made] = await tx<{ rule_id: string }[]>`
      insert into reading_rules (
        merchant_id, rule_id, package_name, title, template, sender, signing_domain, sample, created_at, reads_from
      )
      select
        ${rule.merchant_id}, ${rule.rule_id}, ${rule.package_name}, ${rule.title}, ${rule.template},
        ${sender}, ${signing_domain},
        ${JSON.stringify(rule.sample)}::text::json, ${transactionTime(tx, rule.at)}, ${transactionTime(tx, rule.at)}
      where (
        select count(*) from reading_rules where merchant_id = ${rule.merchant_id}
      ) < ${limits.readingRulesPerMerchant}
      returning rule_id
    `;
    return made ?? null;
  });
}

const switchedOn = (sql: Sql | Tx, at: Date | null) => sql`
  is_on = true,
  fault = null,
  reads_from = case when is_on then reads_from else ${transactionTime(sql, at)} end
`;

export async function updateReadingRule(
  sql: Sql,
  rule: { merchant_id: string; rule_id: string; is_on: boolean; at: Date | null },
): Promise<boolean> {
  const result = await sql`
    update reading_rules
    set ${rule.is_on ? switchedOn(sql, rule.at) : sql`is_on = false`}
    where merchant_id = ${rule.merchant_id}
      and rule_id = ${rule.rule_id}
  `;
  return result.count === 1;
}

/** Switches on the rules for emails that a release switched off because it judged them as rules for notifications. */
export async function switchOnMailRules(sql: Sql, at: Date | null): Promise<void> {
  await sql`
    update reading_rules
    set ${switchedOn(sql, at)}
    where sender is not null
      and fault is not null
  `;
}

export async function selectReadingRule(
  sql: Sql,
  { merchant_id, rule_id }: { merchant_id: string; rule_id: string },
): Promise<(StoredRule & Pick<MailPlace, "sender">) | null> {
  const [rule] = await sql<(StoredRule & Pick<MailPlace, "sender">)[]>`
    select rule_id, package_name, title, template, sender, sample->>'app_name' as taught_name
    from reading_rules
    where merchant_id = ${merchant_id}
      and rule_id = ${rule_id}
  `;
  return rule ?? null;
}

export type RuleOfMerchant = StoredRule &
  Pick<ReadingRuleRow, "is_on" | "fault"> & { merchant_id: string };

/** Selects all merchants' rules for notifications that are on, or that the gateway has switched off. */
export function selectRulesToCheck(sql: Sql): Promise<RuleOfMerchant[]> {
  return sql<RuleOfMerchant[]>`
    select
      merchant_id, rule_id, package_name, title, template, sample->>'app_name' as taught_name, is_on, fault
    from reading_rules
    where sender is null
      and (is_on or fault is not null)
    order by merchant_id, rule_id
  `;
}

/** Switches off the given rules that are still on, and returns those rules. */
export function switchOffRules(
  sql: Sql,
  refused: readonly (Pick<RuleOfMerchant, "merchant_id" | "rule_id"> & { fault: WordFault })[],
): Promise<Pick<RuleOfMerchant, "merchant_id" | "rule_id">[]> {
  return sql<Pick<RuleOfMerchant, "merchant_id" | "rule_id">[]>`
    update reading_rules rule
    set is_on = false,
        fault = refused.fault
    from json_to_recordset(${JSON.stringify(refused)}::text::json)
      as refused (merchant_id uuid, rule_id uuid, fault json)
    where rule.merchant_id = refused.merchant_id
      and rule.rule_id = refused.rule_id
      and rule.is_on
    returning rule.merchant_id, rule.rule_id
  `;
}

export async function deleteReadingRule(
  sql: Sql,
  { merchant_id, rule_id }: { merchant_id: string; rule_id: string },
): Promise<boolean> {
  const result = await sql`
    delete from reading_rules where merchant_id = ${merchant_id} and rule_id = ${rule_id}
  `;
  return result.count === 1;
}

/** Returns a text that became a transfer because a person confirmed it, or null for any other transfer. */
export async function selectConfirmedText(
  sql: Sql,
  { merchant_id, mutation_id, rule }: { merchant_id: string; mutation_id: string; rule: string },
): Promise<ConfirmedText | null> {
  const [row] = await sql<ConfirmedText[]>`
    select package_name, title, body, amount_parsed as amount
    from mutations
    where merchant_id = ${merchant_id}
      and mutation_id = ${mutation_id}
      and mutations.rule = ${rule}
  `;
  return row ?? null;
}

export interface ConfirmedText {
  package_name: string;
  title: string | null;
  body: string | null;
  amount: number;
}

export interface KeptText {
  device_id: string;
  /** SHA-256 in hexadecimal. */
  identity: string;
  notification: Notification;
  is_refused: boolean;
}

/** Selects the stored texts of an app, including those that a person has refused. */
export function selectKeptTexts(
  sql: Sql,
  { merchant_id, package_name }: { merchant_id: string; package_name: string },
): Promise<KeptText[]> {
  return sql`
    select device_id, encode(identity, 'hex') as identity, notification, refused_at is not null as is_refused
    from unread_notifications
    where merchant_id = ${merchant_id}
      and lower(notification->>'package_name') = ${package_name}
    order by received_at desc, identity
  `;
}

/** A text that was decided by a person, or by the rule that read it. */
export type DecidedText = Pick<MutationRow, "title" | "body" | "amount_parsed" | "type_parsed">;

/** Selects the newest texts of an app that became transfers. */
export function selectDecidedTexts(
  sql: Sql,
  { merchant_id, package_name }: { merchant_id: string; package_name: string },
): Promise<DecidedText[]> {
  return sql<DecidedText[]>`
    select title, body, amount_parsed, type_parsed
    from (
      select *
      from mutations
      where merchant_id = ${merchant_id}
      order by mutation_number desc
      limit ${limits.decidedTextsCompared}
    ) newest
    where lower(package_name) = ${package_name}
  `;
}
