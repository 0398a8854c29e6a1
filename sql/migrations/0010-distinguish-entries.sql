-- Opening entries bring balances in and closing entries take results out; neither is activity of the period.

alter table journal_entries
  add column entry_type text not null default 'standard' check (entry_type in ('standard', 'opening', 'closing'));

-- What a voucher says of a line.
alter table journal_lines add column text text;

alter table account_period_totals
  add column entry_type text not null default 'standard' check (entry_type in ('standard', 'opening', 'closing'));
alter table account_period_totals
  drop constraint account_period_totals_pkey,
  add primary key (end_customer_id, account_code, period_start, entry_type);

-- The ledger of one account is read by date; whether an account has postings at all is answered by the same index.
create index journal_lines_by_account_date
  on journal_lines (end_customer_id, account_code, posting_date, entry_number, line_number);
drop index journal_lines_by_account;

-- An account stands on one row by nature of expense, and may also stand on one by function (OR 959b Abs. 3).
drop index account_mappings_or;
create unique index account_mappings_or on account_mappings (end_customer_id, account_code, valid_from)
  where mapping_key like 'or.%' and mapping_key not like 'or.af\_%';
create unique index account_mappings_or_function on account_mappings (end_customer_id, account_code, valid_from)
  where mapping_key like 'or.af\_%';
