-- Tax that was taken over with open items, and that payments declare, is a kind of tax records.
set local lock_timeout = '20s';

alter table tax_period_totals drop constraint tax_period_totals_kind_check;
alter table tax_period_totals add constraint tax_period_totals_kind_check check (
  kind in ('due', 'not_due', 'taken_over', 'declared', 'extinguished', 'due_annually', 'declared_annually')
) not valid;
alter table tax_period_totals validate constraint tax_period_totals_kind_check;
