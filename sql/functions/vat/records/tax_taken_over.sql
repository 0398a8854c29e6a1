-- The tax that a line has taken over with the item that it opens, and that payments will declare: no line has booked it. Each
-- record with its number in the `tax_due` of the line, and the account that its balance stands on.
create or replace function tax_taken_over(customer uuid, entry bigint, line smallint)
returns table (line_number smallint, record_number integer, account_code text, record jsonb)
language sql stable as $$
  select opening.line_number, due.record_number::integer, coalesce(due.record ->> 'account_code', opening.account_code),
    due.record
  from journal_lines opening
  cross join lateral jsonb_array_elements(opening.tax_due) with ordinality due (record, record_number)
  where opening.end_customer_id = customer and opening.entry_number = entry and opening.line_number = line
    and due.record ->> 'kind' = 'taken_over'
$$;
