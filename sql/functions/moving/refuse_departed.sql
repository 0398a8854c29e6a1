-- Trigger of the tables of a ledger database that an end customer has moved away from, for each statement (shared/store/moving/departed.ts).
-- A process that has asked for the place, and slept through the move, would begin books here that nobody reads. Nobody departed
-- costs nothing: without a move there is no trigger.
create or replace function refuse_departed()
returns trigger language plpgsql as $$
declare
  customer constant uuid := (
    select departed.end_customer_id
    from added join departed_customers departed on departed.end_customer_id = added.end_customer_id
    limit 1
  );
begin
  if customer is not null then
    raise exception 'the end customer is not written here: it has moved to another ledger database'
      using errcode = 'HB001', detail = customer::text, hint = 'gone';
  end if;
  return null;
end $$;
