-- How far a standby has come, for shared/store/databases/log-positions.ts: in bytes, and the timeline that it receives. The position is asked
-- first: what was replayed before is of no newer timeline than the one that comes in afterwards. Null where nothing comes in.
-- PostgreSQL shows that timeline to members of pg_read_all_stats alone, so this has the rights of the owner. Whether the owner is one
-- of them is answered as well: the processes cannot tell otherwise.
create or replace function replayed_log(out replayed bigint, out timeline integer, out is_told boolean)
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  replayed := pg_last_wal_replay_lsn() - '0/0'::pg_lsn;
  timeline := (select received_tli from pg_stat_wal_receiver where status = 'streaming');
  is_told := pg_has_role(current_user, 'pg_read_all_stats', 'usage');
end $$;
