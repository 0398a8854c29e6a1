-- A payment order asks which debits the bank has announced and not booked; nearly all are booked.
set local lock_timeout = '20s';
create index camt053_entries_announced on camt053_entries (end_customer_id, entry_id) where not is_booked;
