-- Money that comes back without a word is found by what a settlement had paid.
set local lock_timeout = '20s';
create index bank_entry_uses_of_settlements on bank_entry_uses (end_customer_id, amount_minor)
  where used_by = 'settlement' and state = 'posted';
