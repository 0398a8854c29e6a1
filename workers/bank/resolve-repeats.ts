import type { StatementRelations } from '../../shared/camt053/repeats/statement-relations.ts'
import { inTurns } from '../../shared/process/in-turns.ts'
import type { ImportRow } from '../../shared/store/bank/camt053-imports.ts'
import { insertPaymentsOf } from '../../shared/store/bank/insert-payments-of.ts'
import { keepAsNew, linkRepeats, lockPossibleRepeats } from '../../shared/store/bank/repeats/possible-repeats.ts'
import { findUndecidedRepeats } from '../../shared/store/bank/repeats/undecided-repeats.ts'
import type { Tx } from '../../shared/store/db/database.ts'
import { findEquals } from './find-equals.ts'
import { findProvenNew } from './find-proven-new.ts'
import { findProvenRepeats } from './find-proven-repeats.ts'

const APART = { reason: 'The chain of balances shows that it is another booking.', decided_by: null }
const SAME = { reason: 'The balances of both bank statements show that it is the same booking.', decided_by: null }

/** Bank entries that are in memory together while their payments are made: one may have thousands of transactions. */
const PAID_AT_ONCE = 100

/** A bank entry about which an import has decided, with the import that brought it. */
type Decided = { readonly entry_id: string; readonly import_id: string }
type Resolved = {
  readonly repeats: readonly Decided[]
  readonly created: readonly Decided[]
  /** Bank entries that a repeat had cancelled out. */
  readonly freed: readonly string[]
}

/** Decides about possible repeats as far as the bank statements that are known by now prove it. */
export async function resolveRepeats(
  tx: Tx,
  { end_customer_id, import_id }: Pick<ImportRow, 'end_customer_id' | 'import_id'>,
  bank_accounts: readonly string[],
  relations: StatementRelations,
): Promise<Resolved> {
  const findUndecided = async () => {
    const undecided = await findUndecidedRepeats(tx, end_customer_id, import_id, bank_accounts)
    const contents = undecided.map(({ first_hash, booking_date, amount_minor }) => ({
      first_hash,
      bank_entry: { booking_date, amount_minor },
    }))
    return { undecided, equals: await findEquals(tx, end_customer_id, contents, new Map(), undecided.length > 0) }
  }
  const doubtful = await findUndecided()
  if (doubtful.undecided.length === 0) return { repeats: [], created: [], freed: [] }
  const { merges, provenPairs } = await findProvenRepeats(tx, end_customer_id, doubtful, relations)
  const links = merges.map(({ repeat, original }) => ({ entry_id: repeat.entry_id, original_id: original.entry_id }))
  const freed = await linkRepeats(tx, end_customer_id, links, SAME)
  const left = merges.length === 0 ? doubtful : await findUndecided()
  const created = await inTurns(findProvenNew(left, provenPairs, relations))
  const ids = created.map(({ entry_id }) => entry_id)
  await keepAsNew(tx, end_customer_id, ids, APART)
  for (let at = 0; at < ids.length; at += PAID_AT_ONCE) {
    const bankEntries = await lockPossibleRepeats(tx, end_customer_id, ids.slice(at, at + PAID_AT_ONCE))
    await insertPaymentsOf(tx, end_customer_id, bankEntries)
  }
  return { repeats: merges.map(({ repeat }) => repeat), created, freed }
}
