-- For lists of bank entries by what they are asked for. An account may have been longer than an index takes.
set local lock_timeout = '20s';
create index camt053_entries_by_account on camt053_entries (end_customer_id, left(account, 100), entry_id);
create index camt053_entries_by_date on camt053_entries (end_customer_id, booking_date, entry_id);
create index camt053_entries_booked on camt053_entries (end_customer_id, entry_id)
  where is_booked and used_minor >= amount_minor;
create index camt053_entries_unbooked_of_account on camt053_entries (end_customer_id, left(account, 100), entry_id)
  where is_booked and dismissed_by is null and used_minor < amount_minor;

-- An index of an expression has statistics of its own.
analyze camt053_entries;
