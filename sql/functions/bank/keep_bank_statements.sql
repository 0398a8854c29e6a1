-- Trigger of camt053_imports: an import that is completed brings its bank statements, in whichever release it is.
create or replace function keep_bank_statements() returns trigger language plpgsql as $$
begin
  -- Processes of the release before count no possible repeats.
  if new.possible_repeat_count is null then
    perform refuse_bank_entries_of_newer_rule(new.end_customer_id, new.import_id);
  end if;
  insert into camt053_statements (end_customer_id, import_id, statement_number, account, until, figures)
  select new.end_customer_id, new.import_id, ordinality - 1,
    coalesce(statement ->> 'account_iban', statement ->> 'account_other_id', ''),
    greatest(left(statement ->> 'to', 10), statement #>> '{closing,date}', statement ->> 'last_day'),
    statement - 'balances'
  from jsonb_array_elements(new.statements) with ordinality as element (statement, ordinality)
  on conflict do nothing;
  return null;
end $$;
