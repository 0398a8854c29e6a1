import type { Client } from 'pg'

/** PostgreSQL 16 made `pg_input_is_valid`, which migrations and functions ask of days and moments that files name. */
export const PG_INPUT_IS_VALID = `
  create or replace function public.pg_input_is_valid(input text, type text) returns boolean
  language plpgsql stable strict as $$
  begin
    execute format('select %L::%s', input, type::regtype);
    return true;
  exception when data_exception then
    return false;
  end
  $$
`

/** Gives PostgreSQL 15 the functions that it lacks. From 16 on the server's own ones are found first, and these are not made. */
export async function addFunctionsOfNewerServers(client: Client): Promise<void> {
  const { rows } = await client.query("select current_setting('server_version_num')::integer < 160000 as is_older")
  if (rows[0].is_older) await client.query(PG_INPUT_IS_VALID)
}
