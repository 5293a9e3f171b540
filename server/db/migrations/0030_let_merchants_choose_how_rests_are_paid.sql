-- After a part payment the checkout page told customers to ask the seller first, and showed the account beside it. The
-- merchant now chooses: the page asks for the missing sum, or it refers the customer to the seller.
alter table merchants add column asks_for_rest boolean not null default true;
