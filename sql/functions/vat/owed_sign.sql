-- 1 where tax of a code is owed, -1 where it is deducted, 0 where no return has it. K410 is deducted; the other corrections
-- take back what was.
create or replace function owed_sign(tax_code text, direction text) returns integer language sql immutable as $$
  select case
    when tax_code = 'K410' then -1
    when direction in ('output', 'acquisition', 'input_correction') then 1
    when direction in (
      'output_reduction', 'input_material', 'input_operating', 'import_material', 'import_operating'
    ) then -1
    else 0
  end
$$;
