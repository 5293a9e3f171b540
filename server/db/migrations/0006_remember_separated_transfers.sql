-- A person can say that two reports, which Tepat takes for one transfer, tell of two. The answer has to be remembered, because
-- recordings and statements look for such reports again.
alter table mutations add column separated_from_number bigint;
