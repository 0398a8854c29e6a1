import { firstUuidAt } from '../../../process/ids.ts'
import { type Db, row, sql } from '../../db/database.ts'

/** Processes of the release before are stopped within the release. A night may be missed, and later ones have nothing to look for. */
const NIGHTS = 8
const DAYS = 3
const DAY_MS = 86_400_000
const STEP = 5_000

/**
 * Makes the keys of duplicates anew that processes of the release before have written since migration 0103. An equal document is only
 * warned of until then.
 *
 * @returns how many keys are new
 */
export async function renewDuplicateKeys(db: Db): Promise<number> {
  const is_new = await db.exists(sql.type(row())`
    select from schema_migrations where name like '0103-%' and run_on > now() - make_interval(days => ${NIGHTS})
  `)
  let after: string | null = is_new ? firstUuidAt(Date.now() - DAYS * DAY_MS) : null
  let total = 0
  while (after !== null) {
    const { last_fact, renewed }: RenewedKeys = await db.one(sql.type(row<RenewedKeys>())`
      select last_fact, renewed from renew_duplicate_keys(${after}, ${STEP})
    `)
    total += Number(renewed)
    after = last_fact
  }
  return total
}

type RenewedKeys = { last_fact: string | null; renewed: bigint }
