-- As in 0023: whoever would wait for a long query gives up, and the release tries again.
set local lock_timeout = '20s';

-- Blocked facts that do not say what they wait for, with the blockers that the value of an open item may remove as well.
-- fact_states_wait serves processes of the release before until the next release drops it.
create index fact_states_unsaid on fact_states (end_customer_id, source_fact_id)
  where state = 'blocked' and waits_for is null and blocker_codes && '{
    bank_entry_unknown, bank_entry_exhausted, bank_entry_amount_mismatch, payment_not_booked, open_item_unknown,
    open_item_exceeded, open_item_mismatch, set_off_consent_missing, voucher_not_balanced, account_mapping_missing,
    account_unknown, account_inactive, control_account_without_item, amount_too_large}';
