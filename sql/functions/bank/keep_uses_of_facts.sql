-- Trigger of fact_states: the reversal of a fact frees the bank entries that its journal entry used.
create or replace function keep_uses_of_facts() returns trigger language plpgsql as $$
begin
  perform release_bank_entry_uses(new.end_customer_id, new.journal_entry_id);
  return null;
end $$;
