-- Trigger of fact_states: the reversal of a fact gives back what its journal entry took from open items, and frees the
-- bank entries that it used.
create or replace function keep_uses_of_facts() returns trigger language plpgsql as $$
begin
  perform undo_changes_of_items(new.end_customer_id, new.source_fact_id, new.journal_entry_id);
  perform release_bank_entry_uses(new.end_customer_id, new.journal_entry_id);
  return null;
end $$;
