-- Candidates for money that pays credit back: to a customer, what a payment has left (payment), or a document; from a supplier, a
-- payable. Their amounts have the sign of the credit. Processes of the release before write none of these, and show them.
set local lock_timeout = '20s';
alter table settlement_candidates
  drop constraint settlement_candidates_target_type_check,
  drop constraint settlement_candidates_amount_minor_check,
  add constraint settlement_candidates_target_type_check
    check (target_type in ('document', 'payment', 'supplier_payable', 'vat_filing', 'rule', 'return')) not valid,
  add constraint settlement_candidates_amount_minor_check check (
    amount_minor > 0 or (amount_minor < 0 and target_type in ('document', 'payment', 'supplier_payable'))
  ) not valid;
