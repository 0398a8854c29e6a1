-- Proposals of rules for bank entries. target_id is then the rule, and the proposal is for the whole bank entry.
set local lock_timeout = '20s';
alter table settlement_candidates
  add column rule_version integer,
  drop constraint settlement_candidates_target_type_check,
  add constraint settlement_candidates_target_type_check
    check (target_type in ('document', 'supplier_payable', 'vat_filing', 'rule')),
  add constraint settlement_candidates_rule_version check ((target_type = 'rule') = (rule_version is not null));
