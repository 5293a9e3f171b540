-- An account gets no other pool while a total that it had rests, also one that a customer exchanged for another.
create index former_choices_of_account on former_choices (merchant_id, account_id, released_at);
