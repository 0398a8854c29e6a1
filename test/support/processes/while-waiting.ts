import { row, sql, type Tx } from '../../../shared/store/db/database.ts'
import { eventually } from '../books.ts'
import { service } from '../service.ts'

/** Holds what `held` locks until `work` waits for it, and then looks: what `free` locks must be free at that moment. */
export async function whileWaiting<Result>(
  held: (tx: Tx) => Promise<unknown>,
  work: () => Promise<Result>,
  free: (tx: Tx) => Promise<unknown>,
): Promise<Result> {
  const { pool } = service().web
  const started: Promise<Result>[] = []
  await pool.transaction(async (tx) => {
    await held(tx)
    started.push(work())
    await eventually(() =>
      tx.exists(sql.type(row())`
        select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))
      `),
    )
    await free(tx)
  })
  const [result] = await Promise.all(started)
  return result as Result
}
