-- As in 0023: whoever would wait for a long query gives up, and the release tries again.
set local lock_timeout = '20s';

-- What may free a blocked fact that names open items or bank entries: their ids and hashes. Null where a process that
-- does not know the column has blocked it; such a fact is tried again with any change until somebody has said it.
alter table fact_states add column waits_for text[];

create index fact_states_waits_for on fact_states using gin (waits_for)
  where state = 'blocked' and waits_for is not null;

create index fact_states_wait on fact_states (end_customer_id, source_fact_id)
  where state = 'blocked' and waits_for is null and blocker_codes && '{
    bank_entry_unknown, bank_entry_exhausted, bank_entry_amount_mismatch, payment_not_booked, open_item_unknown,
    open_item_exceeded, open_item_mismatch}';
