-- Only reads the table; writes go on meanwhile.
set local lock_timeout = '20s';
alter table settlement_candidates
  validate constraint settlement_candidates_target_type_check,
  validate constraint settlement_candidates_amount_minor_check;
