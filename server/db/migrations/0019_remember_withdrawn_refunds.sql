-- A refund that a person had withdrawn was recorded again when the shop's server repeated its request. The ledger now keeps
-- the references of withdrawn refunds. Those withdrawn before this release are not known.
alter table payment_ledgers
  add column withdrawn_references text[];
