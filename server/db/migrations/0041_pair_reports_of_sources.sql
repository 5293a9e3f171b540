-- A phone and a mailbox tell of one transfer in other words and at other times. The reports of merchants with both can be
-- found by pool and amount. The table of all mutations gets no index: every report of every merchant would pay for it.
create table reports_by_kind (
  merchant_id uuid not null,
  mutation_number bigint not null,
  source_kind text not null,
  pool_id uuid not null,
  amount_parsed bigint not null,
  posted_at timestamptz not null,
  primary key (merchant_id, mutation_number),
  foreign key (merchant_id, mutation_number) references mutations on delete cascade
);

create index reports_by_kind_amount on reports_by_kind (merchant_id, pool_id, amount_parsed, posted_at);
