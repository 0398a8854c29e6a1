-- A reversal is of one entry, and of each entry there is one: nothing to index in an entry that is no reversal.
alter table journal_entries drop constraint journal_entries_reversal_of;
create unique index journal_entries_reversal_of on journal_entries (end_customer_id, reversal_of)
  where reversal_of is not null;
