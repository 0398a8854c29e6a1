-- Proposals of what a filed VAT return owes, or gets back. payment_id is then the payment that a refund is.
set local lock_timeout = '20s';
alter table settlement_candidates
  drop constraint settlement_candidates_target_type_check,
  add constraint settlement_candidates_target_type_check
    check (target_type in ('document', 'supplier_payable', 'vat_filing'));
