-- What is written for every fact and every entry, and was found by another index as well.

-- Entries are looked up by their id, with or without the end customer; nothing reads them in its order.
alter table journal_entries drop constraint journal_entries_id;
drop index journal_entries_by_id;
create unique index journal_entries_id on journal_entries (journal_entry_id, end_customer_id);

-- Only what is posted is a duplicate of anything. A waiting fact used to find itself.
drop index source_facts_by_duplicate_key;
create index source_facts_by_duplicate_key on source_facts (end_customer_id, duplicate_key)
  where duplicate_key is not null and state = 'posted';
