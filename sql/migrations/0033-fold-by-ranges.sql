-- What folding posted entries into totals costs, for every fact: which entries are no ordinary ones is found without reading
-- them, and a total finds room for its next version on its own page, so that no index gets another entry.
set local lock_timeout = '20s';

-- There are few such entries. Checks look at them with every statement, and a fold takes every other entry as standard.
create index journal_entries_not_standard on journal_entries (end_customer_id, entry_number) include (entry_type)
  where entry_type <> 'standard';
drop index journal_entries_opening_closing;

alter table account_period_totals set (fillfactor = 50);
alter table control_account_totals set (fillfactor = 50);
alter table partner_period_totals set (fillfactor = 50);
alter table statement_watermarks set (fillfactor = 50);
