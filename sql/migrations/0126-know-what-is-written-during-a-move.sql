-- Keys of the rows that an end customer writes while it moves to another ledger database: what is to be copied once more. Triggers write
-- them, which there are during a move alone (hold_fence).
create table written_keys (
  move_id uuid not null,
  table_name text not null,
  row_key jsonb not null,
  written_in xid8 not null default pg_current_xact_id()
);

create index written_keys_of_move on written_keys (move_id);
