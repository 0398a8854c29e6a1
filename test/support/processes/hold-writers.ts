import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { ownerUrl } from '../service.ts'

export type HeldWriters = Awaited<ReturnType<typeof holdWriters>>

/**
 * Lets a test stop whoever comes to a write, with everything before it in the same transaction done and not committed.
 *
 * @param database_url of a database of the test's own: every such write stops
 * @param key of an advisory lock: each hold of one database has its own
 */
export async function holdWriters(
  database_url: string,
  write: 'insert on events' | 'insert on intents' | 'update on fact_states',
  { key = 1, when = 'true' } = {},
) {
  const holder = new Client({ connectionString: ownerUrl(database_url) })
  await holder.connect()
  await holder.query(`
    create function wait_in_test_${key}() returns trigger language plpgsql as $$
    begin perform pg_advisory_xact_lock_shared(4242, ${key}); return new; end $$;
    create trigger wait_in_test_${key} before ${write} for each row when (${when}) execute function wait_in_test_${key}()
  `)
  const hold = () => holder.query(`select pg_advisory_lock(4242, ${key})`)
  const release = () => holder.query(`select pg_advisory_unlock(4242, ${key})`)
  /** Until so many connections wait for others, or something is done that might wait. */
  async function untilWaiting(wanted: number, doing?: Promise<unknown>): Promise<void> {
    let isDone = false
    const done = () => {
      isDone = true
    }
    doing?.then(done, done)
    while (!isDone && (await countWaiting(holder)) < wanted) await sleep(10)
  }
  return {
    ...{ hold, release, untilWaiting },
    query: (text: string) => holder.query(text),
    close: () => holder.end(),
    /** Does something else while a writer is held. The writer goes on as soon as that is done, or waits for it. */
    async during<Done>(writes: () => Promise<unknown>, meanwhile: () => Promise<Done>): Promise<Done> {
      await hold()
      const writing = writes()
      try {
        await untilWaiting(1, writing)
        const doing = meanwhile()
        await untilWaiting(2, doing)
        await release()
        const [done] = await Promise.all([doing, writing])
        return done
      } finally {
        await holder.query('select pg_advisory_unlock_all()')
        await Promise.allSettled([writing])
      }
    },
  }
}

async function countWaiting(holder: Client): Promise<number> {
  const { rows } = await holder.query(
    `select from pg_stat_activity where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`,
  )
  return rows.length
}
