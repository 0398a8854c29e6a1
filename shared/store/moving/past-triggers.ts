import { type Pool, row, sql, type Tx } from '../db/database.ts'
import { turnTriggersOff, turnTriggersOn } from '../import/copied-tables.ts'
import { inHeldTables } from '../import/hold-tables.ts'

/**
 * How rows get past triggers: they have been through all of them already.
 * - replica: in a transaction that has none, beside others who write
 * - held: in tables that nobody else writes meanwhile
 */
export type PastTriggers = 'replica' | 'held'

/** The role that owns the tables may do the first where it is a superuser, or somebody has granted it that. */
export async function choosePastTriggers(owner: Pool): Promise<PastTriggers> {
  const may = await owner.oneFirst(sql.type(row<{ may: boolean }>())`
    select has_parameter_privilege('session_replication_role', 'set') as may
  `)
  return may ? 'replica' : 'held'
}

/**
 * Runs a transaction whose rows no trigger sees. In held tables foreign keys are seen to, otherwise not.
 *
 * @param check throws where tables that are not free shall not be waited for any more
 */
export async function pastTriggers(
  owner: Pool,
  how: PastTriggers,
  tables: readonly string[],
  work: (tx: Tx) => Promise<void>,
  check?: () => void,
): Promise<void> {
  if (how === 'replica')
    return owner.transaction(async (tx) => {
      await tx.query(sql.type(row())`set local session_replication_role = replica`)
      await work(tx)
    }, 0)
  const offAndOn = async (tx: Tx) => {
    await turnTriggersOff(tx, tables)
    await work(tx)
    await turnTriggersOn(tx, tables)
  }
  await inHeldTables(owner, tables, offAndOn, { ...(check && { check }) })
}
