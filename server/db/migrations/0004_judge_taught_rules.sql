-- A rule that a merchant has taught could believe a payer's words. At each start the gateway switches off the rules that
-- it would not accept today, and says why. The check is in TypeScript (domain/notifications/payers-words.ts), so it is
-- not made here. A rule no longer reads texts that are older than it: they wait for a person.

alter table reading_rules
  add column reads_from timestamptz not null default now(),
  add column fault json;
