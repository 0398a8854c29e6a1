-- The uses of a bank entry in the order in which they are listed: a collective bank entry has very many.
set local lock_timeout = '20s';
create index bank_entry_uses_of_entry on bank_entry_uses (end_customer_id, entry_id, created_at, bank_entry_use_id)
  where state <> 'released';
-- The new one begins with the same columns.
drop index bank_entry_uses_by_entry;
