-- Tax that is posted into a filed period counts in the one that is open, in a correction, or in the reconciliation of the year.
set local lock_timeout = '20s';

lock table journal_lines, tax_period_totals in access exclusive mode;

-- Lines with tax that counts on another day than that of their entry.
create index journal_lines_tax_date on journal_lines (end_customer_id, entry_number)
  where tax ? 'tax_date' or tax_due @? '$[*].tax_date';

alter table tax_period_totals drop constraint tax_period_totals_kind_check;
alter table tax_period_totals add constraint tax_period_totals_kind_check check (
  kind in ('due', 'not_due', 'declared', 'extinguished', 'due_annually', 'declared_annually')
);
