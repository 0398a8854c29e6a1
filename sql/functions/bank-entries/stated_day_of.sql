-- The stated day of a bank entry that is kept, by the bank statement that brought it, whichever have it since.
create or replace function stated_day_of(customer uuid, bank_entry uuid) returns date
language sql stable as $$
  select stated_day(undated.entry ->> 'value_date', coalesce(brought.figures, '{}'), statement_import.message ->> 'created')
  from camt053_entries undated
  left join camt053_imports statement_import
    on statement_import.end_customer_id = customer and statement_import.import_id = undated.import_id
  left join lateral (
    select statement.figures
    from camt053_statement_entries place
    join camt053_statements statement
      on statement.end_customer_id = customer and statement.import_id = place.import_id
      and statement.statement_number = place.statement_number
    -- A repeat has given its place to the bank entry that it repeats.
    where place.end_customer_id = customer and place.entry_id = any(array[undated.entry_id, undated.possible_repeat_of])
      and place.import_id = undated.import_id and coalesce(place.brought_entry_id, place.entry_id) = undated.entry_id
    order by place.statement_number, place.position
    limit 1
  ) brought on true
  where undated.end_customer_id = customer and undated.entry_id = bank_entry
$$;
