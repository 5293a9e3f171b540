-- The guide's first step is done once a person has saved it, even if every optional field stays empty.
alter table merchants add column shop_saved_at timestamptz;
