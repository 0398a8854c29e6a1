-- Of a primary, for shared/store/databases/log-positions.ts: how far commits that wait for synchronous standbys have been answered, in bytes. Null
-- where none waits for any. PostgreSQL shows how far standbys are to members of pg_read_all_stats alone, so this has the rights of the owner.
create or replace function released_log() returns bigint
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  names constant text := trim(current_setting('synchronous_standby_names'));
  -- FIRST 2 (a, b), ANY 2 (a, b, c) or 2 (a, b); a list without a number is for one of them.
  wanted constant integer := coalesce(substring(names from '^(?:[[:alpha:]]+\s+)?(\d+)\s*\(')::integer, 1);
begin
  if names = '' then
    return null;
  end if;
  return coalesce((
    select case when current_setting('synchronous_commit') = 'remote_apply' then replay_lsn else flush_lsn end
      - '0/0'::pg_lsn as there
    from pg_stat_replication
    where sync_state in ('sync', 'quorum')
    order by there desc nulls last
    offset wanted - 1 limit 1
  ), 0);
end $$;
