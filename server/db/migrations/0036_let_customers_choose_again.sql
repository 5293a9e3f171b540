-- A customer chose once how to pay an invoice, and a wrong choice left an invoice that the customer could not pay. Until
-- money comes, the choice can now be changed. The invoice gets the account and the total of the new one. This table keeps
-- the former totals, which rest like those of ended invoices, and shows which invoice a late transfer was for.
create table former_choices (
  merchant_id uuid not null,
  payment_number bigint not null,
  account_id uuid not null,
  pool_id uuid not null,
  payment_total bigint not null,
  offered_at timestamptz not null,
  released_at timestamptz not null,
  primary key (merchant_id, payment_number, released_at),
  foreign key (merchant_id, account_id) references accounts
);
create index former_choices_released_total on former_choices (merchant_id, pool_id, payment_total, released_at);

alter table sales
  add column is_chosen_by_customer boolean not null default false,
  add constraint sales_choice_has_its_account check (not is_chosen_by_customer or account_id is not null);
update sales set is_chosen_by_customer = true where source = 'link' and account_id is not null;

alter table mutations
  drop constraint mutations_match_reason_check,
  add constraint mutations_match_reason_check check (
    match_reason in (
      'matched', 'matched_by_hand', 'debit', 'foreign_currency', 'no_account', 'announced_twice', 'late_payment',
      'second_payment', 'paid_by_hand', 'former_choice', 'before_invoice', 'no_such_total', 'before_registration',
      'while_unregistered'
    )
  ),
  drop constraint mutations_reason_names_payment,
  add constraint mutations_reason_names_payment check (
    (match_reason in ('late_payment', 'second_payment', 'paid_by_hand', 'former_choice', 'before_invoice'))
    = (candidate_payment_number is not null)
  );
