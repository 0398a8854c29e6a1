-- Trigger of camt053_imports: an import that is completed brings its bank statements, in whichever release it is.
create or replace function keep_bank_statements() returns trigger language plpgsql as $$
begin
  -- Processes of the release before count no possible repeats.
  if new.possible_repeat_count is null then
    perform refuse_bank_entries_of_newer_rule(new.end_customer_id, new.import_id);
  end if;
  -- Processes of the release before take an IBAN and its QR-IBAN for two accounts.
  perform refuse_entry('a newer release knows the account of this QR-IBAN, and imports this', 'bank_accounts_joined')
  from camt053_statement_entries
  where end_customer_id = new.end_customer_id and import_id = new.import_id
    and account in (
      select qr_iban from bank_accounts where end_customer_id = new.end_customer_id and joined_at is not null
    )
  limit 1;
  insert into camt053_statements (end_customer_id, import_id, statement_number, account, until, figures)
  select new.end_customer_id, new.import_id, ordinality - 1,
    bank_account_of(
      new.end_customer_id, coalesce(statement ->> 'account_iban', statement ->> 'account_other_id', '')
    ),
    greatest(left(statement ->> 'to', 10), statement #>> '{closing,date}', statement ->> 'last_day'),
    statement - 'balances'
  from jsonb_array_elements(new.statements) with ordinality as element (statement, ordinality)
  on conflict do nothing;
  return null;
end $$;
