-- The payments and batches that a debit of the bank means, in capitals: it and what notifications tell of it. A batch is meant as a whole
-- only where no payment of ours, whose ids begin so, is named beside it. Large queries ask for it many times: here it is planned once.
create or replace function names_meant_by(customer uuid, debit uuid, said jsonb, id_of_order text) returns text[] language plpgsql stable strict as $$
declare
  parts jsonb[] := array[said] || array(
    select notified.entry from camt054_entries notified
    where notified.end_customer_id = customer and notified.entry_id = debit
  );
  meant text[] := array(
    select upper(tx ->> 'end_to_end_id')
    from unnest(parts) part, jsonb_array_elements(part -> 'tx_details') tx
    where tx ->> 'end_to_end_id' is not null
  );
begin
  if exists (select from unnest(meant) id where id ~ id_of_order) then
    return meant;
  end if;
  return meant || array(
    select upper(one ->> 'pmt_inf_id')
    from unnest(parts) part, jsonb_array_elements((part -> 'batch') || (part -> 'tx_details')) one
    where one ->> 'pmt_inf_id' is not null
  );
end $$;
