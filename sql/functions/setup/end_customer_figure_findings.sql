-- Compares what the list of end customers shows with what is there, where it is said to be counted up to now.
create or replace function end_customer_figure_findings(customer uuid)
returns table ("check" text, subject text, expected text, found text)
language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select 'the list of end customers is counted', 'figures of the end customer',
    concat_ws(', ', now.name_key, now.blocked_facts, now.unbooked_entries, now.next_receivable_due, now.next_payable_due,
      now.next_vat_end, now.open_year_end),
    concat_ws(', ', kept.name_key, kept.blocked_facts, kept.unbooked_entries, kept.next_receivable_due,
      kept.next_payable_due, kept.next_vat_end, kept.open_year_end)
  from end_customer_figures kept
  join figures_of_end_customers(array[customer]) now using (end_customer_id, event_number, books_version)
  where kept.counted_marks = kept.marks
    and (now.name_key, now.blocked_facts, now.unbooked_entries, now.next_receivable_due, now.next_payable_due,
      now.next_vat_end, now.open_year_end)
    is distinct from (kept.name_key, kept.blocked_facts, kept.unbooked_entries, kept.next_receivable_due,
      kept.next_payable_due, kept.next_vat_end, kept.open_year_end)
$$;
