-- The entries with tax records that may count on some days, up to the entry `through`: those that are posted on them, and those
-- with tax that counts on another day than that of the entry. Whoever asks compares the day of each record.
create or replace function entries_of_tax(customer uuid, from_date date, to_date date, through bigint)
returns table (entry_number bigint)
language sql stable as $$
  (
    select posted.entry_number from journal_entries posted
    where posted.end_customer_id = customer and posted.posting_date between from_date and to_date
      and posted.entry_number <= through
    order by posted.posting_date, posted.entry_number
  )
  union all
  (
    select distinct line.entry_number from journal_lines line
    where line.end_customer_id = customer and line.entry_number <= through
      and line.posting_date not between from_date and to_date
      and (line.tax ? 'tax_date' or line.tax_due @? '$[*].tax_date')
      and (line.tax_due is not null or (line.tax ->> 'tax_date')::date between from_date and to_date)
  )
$$;
