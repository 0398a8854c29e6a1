-- Refuses an entry as a constraint of the given name would. It stands in the select list of a query that looks for
-- what is wrong: the first row that the query finds raises the error, and a query without rows raises nothing. See
-- sql.md: raise from a select list.
create or replace function refuse_entry(reason text, violated text) returns void language plpgsql as $$
begin
  raise exception '%', reason using errcode = 'check_violation', constraint = violated;
end $$;
