-- Trigger of tables that are written once: refuses UPDATE, DELETE and TRUNCATE, also of no rows at all.
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% on % is refused: what is written there is never changed or deleted', tg_op, tg_table_name
    using errcode = 'restrict_violation', constraint = tg_table_name || '_append_only';
end $$;
