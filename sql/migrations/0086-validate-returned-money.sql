-- Reads the rows that were there before, while processes go on writing.
set local lock_timeout = '20s';
alter table bank_entry_uses validate constraint bank_entry_uses_used_by_check;
alter table settlement_candidates
  validate constraint settlement_candidates_target_type_check,
  validate constraint settlement_candidates_returned_of;
