-- Notifications of a booking that had its details are looked at again when another booking of their reference comes.
set local lock_timeout = '20s';

alter table camt054_entries
  -- Of its details, whatever their order; null in what came before this was made.
  add column details_hash text;

drop index camt054_entries_waiting;
create index camt054_entries_open on camt054_entries (end_customer_id, day) where state <> 'joined';
