-- A cashier typed the sum of each sale. A shop can now keep a list of its items for the counter, with their prices.
create table counter_catalogues (
  merchant_id uuid primary key references merchants,
  items json not null,
  constraint counter_catalogues_are_small check (json_array_length(items) <= 60)
);
