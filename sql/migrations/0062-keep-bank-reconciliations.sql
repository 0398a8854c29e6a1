-- The bank reconciliations of the last day of a closed year, one for each ledger account of a bank. What books the bank
-- entries and what the bank says may be told otherwise later; a closed year does not.
create table kept_bank_reconciliations (
  end_customer_id uuid not null,
  closing_id uuid not null,
  account_code text not null,
  -- The accounts at the bank that were mapped to it.
  bank_accounts text[] not null,
  -- JSON: names, position in the ledger, balances, differences, gaps.
  content text not null,
  content_sha256 text not null,
  primary key (end_customer_id, closing_id, account_code),
  constraint kept_bank_reconciliations_hash check (content_sha256 = encode(sha256(convert_to(content, 'UTF8')), 'hex'))
);
create trigger kept_bank_reconciliations_append_only before update or delete or truncate on kept_bank_reconciliations
  for each statement execute function refuse_change();
-- JSON and hashes are compared by nobody.
alter table kept_bank_reconciliations
  alter column content set statistics 0,
  alter column content_sha256 set statistics 0;
