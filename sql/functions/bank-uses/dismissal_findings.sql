-- Dismissals of one end customer that ended when what had used their bank entry was given back: they had taken what was not used
-- then. Every row is a finding. A use that was under way meanwhile is between the two bounds: it waited for the bank entry.
create or replace function dismissal_findings(customer uuid)
returns table ("check" text, subject text, expected text, found text)
language sql stable as $$
  select 'a dismissal says what it had taken', 'bank entry ' || public_id('cent', ended.entry_id),
    concat_ws(' to ', least_minor, nullif(most_minor, least_minor)), ended.amount_minor::text
  from bank_entry_dismissals ended
  join camt053_entries entry on entry.end_customer_id = customer and entry.entry_id = ended.entry_id
  cross join lateral (
    select entry.amount_minor - coalesce(sum(used.amount_minor), 0) as least_minor,
      entry.amount_minor - coalesce(sum(used.amount_minor) filter (where used.created_at < ended.created_at), 0) as most_minor
    from bank_entry_uses used
    where used.end_customer_id = customer and used.entry_id = ended.entry_id and used.created_at < ended.undone_at
      and (used.state <> 'released' or used.released_at >= ended.undone_at)
  ) taken
  where ended.end_customer_id = customer and ended.undone_at is not null and ended.undone_by is null
    and ended.amount_minor not between least_minor and most_minor
$$;
