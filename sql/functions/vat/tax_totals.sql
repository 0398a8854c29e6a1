-- Tax records of the days from one to another, summed up, as far as the entry `through`.
create or replace function tax_totals(customer uuid, from_date date, to_date date, through bigint)
returns table (
  kind text, tax_code text, direction text, rate_bp integer, form_figure text, activity_id text, base_minor numeric,
  tax_minor numeric, records bigint
)
language sql stable as $$
  select kind, tax_code, direction, rate_bp, form_figure, activity_id, base_minor, tax_minor, records
  from tax_totals_of_spans(customer, array[from_date], array[to_date], through)
$$;
