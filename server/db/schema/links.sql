-- Payment links: a public address from which anyone can buy, again and again. A link reserves nothing until a customer
-- fills its form and chooses how to pay.

create table payment_links (
  merchant_id uuid not null references merchants,
  link_id uuid not null,
  -- The address is /l/{slug}. It never changes, because the merchant might have printed it.
  slug text collate "C" not null check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) between 3 and 64),
  link_name text not null,
  description text,
  -- One amount: the price is fixed. Several: the customer chooses one. None: the customer enters an amount between the
  -- bounds.
  amounts bigint[] not null,
  amount_min bigint,
  amount_max bigint,
  quantity_max integer not null check (quantity_max between 1 and 1000),
  -- The stock and the maximum number of payments in all; null for no limit. A payment that ends unpaid returns its
  -- share.
  stock integer check (stock >= 1),
  payments_max integer check (payments_max >= 1),
  open_until timestamptz,
  -- The time to pay, from the creation of the payment.
  deadline_seconds integer not null check (deadline_seconds >= 60),
  asks_name text not null check (asks_name in ('no', 'optional', 'required')),
  asks_phone text not null check (asks_phone in ('no', 'optional', 'required')),
  asks_note text not null check (asks_note in ('no', 'optional', 'required')),
  picture_id uuid,
  is_open boolean not null default true,
  created_at timestamptz not null,
  primary key (merchant_id, link_id),
  constraint payment_links_have_amounts check (
    case when cardinality(amounts) = 0
      then amount_min >= 1 and (amount_max is null or amount_max >= amount_min)
      else amount_min is null and amount_max is null and 1 <= all (amounts)
    end is true
  )
);

-- Slugs are unique in the whole gateway, because the address does not name the merchant.
create unique index payment_links_slug_key on payment_links (slug);

-- A picture never changes; a new one gets a new id. Browsers can therefore cache pictures for ever.
create table link_pictures (
  merchant_id uuid not null,
  picture_id uuid not null,
  link_id uuid not null,
  media_type text not null check (media_type in ('image/jpeg', 'image/png')),
  picture bytea not null check (length(picture) <= 131072),
  width integer not null,
  height integer not null,
  primary key (merchant_id, picture_id),
  foreign key (merchant_id, link_id) references payment_links
);

create unique index link_pictures_id_key on link_pictures (picture_id, merchant_id);
create unique index link_pictures_one_each on link_pictures (merchant_id, link_id);

-- The stock that each submitted form of a link has taken. The status of its payment tells whether it still holds the
-- stock.
create table link_sales (
  merchant_id uuid not null,
  link_id uuid not null,
  sale_number bigint not null,
  pieces integer not null check (pieces >= 1),
  -- A hash of the client's network, for the limit on one client's unpaid payments; deleted after two days.
  client_hash bytea,
  created_at timestamptz not null,
  primary key (merchant_id, link_id, sale_number),
  foreign key (merchant_id, link_id) references payment_links,
  foreign key (merchant_id, sale_number) references sales
);

create index link_sales_of_link on link_sales (merchant_id, link_id, created_at);
-- Serves the limit on one client and the deletion of old hashes.
create index link_sales_of_client on link_sales (merchant_id, client_hash, created_at) where client_hash is not null;
create index link_sales_to_forget on link_sales (created_at) where client_hash is not null;
