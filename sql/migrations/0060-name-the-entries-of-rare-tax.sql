-- Totals of few tax records name the entries of these, so that a list of them reads no others.
set local lock_timeout = '20s';

alter table tax_period_totals
  -- In their order; null where there are more than 50 records, or where they were folded before this column was there.
  add column entry_numbers bigint[];
