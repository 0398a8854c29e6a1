import { compareReferences } from '../../shared/camt053/repeats/bank-references.ts'
import type { Equals } from '../../shared/camt053/repeats/decide-repeats.ts'
import { compareBalances, passesThrough } from '../../shared/camt053/repeats/prove-overlap.ts'
import type { StatementRelations } from '../../shared/camt053/repeats/statement-relations.ts'
import type { WholeBankStatement } from '../../shared/camt053/repeats/whole-bank-statement.ts'
import type { ImportRow } from '../../shared/store/bank/camt053-imports.ts'
import { insertPaymentsOf } from '../../shared/store/bank/insert-payments-of.ts'
import { addUpEntriesOutside } from '../../shared/store/bank/repeats/entries-outside.ts'
import { decidePossibleRepeats, lockPossibleRepeat } from '../../shared/store/bank/repeats/possible-repeats.ts'
import {
  findUndecidedRepeats,
  sumCommonEntries,
  type UndecidedRepeat,
} from '../../shared/store/bank/repeats/undecided-repeats.ts'
import type { Tx } from '../../shared/store/db/database.ts'
import { findEquals } from './find-equals.ts'

/** Pairs of bank statements that are compared after an import. */
const MOST_PAIRS = 200
const APART = 'The chain of balances shows that it is another booking.'
const SAME = 'The balances of both bank statements show that it is the same booking.'

export type Resolved = { readonly repeats: readonly UndecidedRepeat[]; readonly created: readonly UndecidedRepeat[] }

/** Decides about possible repeats as far as the bank statements that are known by now prove it. */
export async function resolveRepeats(
  tx: Tx,
  { end_customer_id, import_id }: ImportRow,
  bank_accounts: readonly string[],
  relations: StatementRelations,
): Promise<Resolved> {
  const undecided = await findUndecidedRepeats(tx, end_customer_id, import_id, bank_accounts)
  if (undecided.length === 0) return { repeats: [], created: [] }
  const repeats = await findProvenRepeats(tx, end_customer_id, undecided, relations)
  await decide(tx, end_customer_id, repeats, 'repeat', SAME)
  const isRepeat = new Set(repeats)
  const others = undecided.filter((possible) => !isRepeat.has(possible))
  const created = await findProvenNew(tx, end_customer_id, others, relations)
  await decide(tx, end_customer_id, created, 'new', APART)
  for (const { entry_id, import_id: brought_by } of created) {
    const bankEntry = await lockPossibleRepeat(tx, end_customer_id, entry_id)
    if (bankEntry) await insertPaymentsOf(tx, { end_customer_id, import_id: brought_by }, [bankEntry])
  }
  return { repeats, created }
}

async function decide(
  tx: Tx,
  end_customer_id: string,
  decided: readonly UndecidedRepeat[],
  decision: 'repeat' | 'new',
  reason: string,
): Promise<void> {
  const ids = decided.map(({ entry_id }) => entry_id)
  await decidePossibleRepeats(tx, end_customer_id, ids, { decision, reason, decided_by: null })
}

type Pair = {
  readonly one: WholeBankStatement
  readonly other: WholeBankStatement
  readonly possible: UndecidedRepeat[]
}

/** All of the possible repeats of a pair of bank statements are repeats, or none of them is. */
async function findProvenRepeats(
  tx: Tx,
  end_customer_id: string,
  undecided: readonly UndecidedRepeat[],
  relations: StatementRelations,
): Promise<UndecidedRepeat[]> {
  const proven = new Set<UndecidedRepeat>()
  for (const pair of pairsOf(undecided, relations).slice(0, MOST_PAIRS)) {
    if (await isProven(tx, end_customer_id, pair)) for (const repeat of pair.possible) proven.add(repeat)
  }
  return [...proven]
}

async function isProven(tx: Tx, end_customer_id: string, { one, other, possible }: Pair): Promise<boolean> {
  const originals = possible.map(({ possible_repeat_of }) => possible_repeat_of)
  // Two of one bank statement do not repeat the same one.
  if (new Set(originals).size < originals.length) return false
  const sure = await sumCommonEntries(tx, end_customer_id, keysOf(one), keysOf(other))
  const net_minor = possible.reduce((sum, repeat) => sum + signedOf(repeat), BigInt(sure.net_minor))
  const found = compareBalances(one, other, { count: sure.count + possible.length, net_minor })
  if (found.kind !== 'part') return found.kind === 'proven'
  const same = [...originals, ...possible.map(({ entry_id }) => entry_id)]
  const { part, longer } = found
  return passesThrough(longer, part, await addUpEntriesOutside(tx, end_customer_id, keysOf(longer), keysOf(part), same))
}

function keysOf({ pages }: WholeBankStatement): string[] {
  return pages.map(({ key }) => key)
}

function pairsOf(undecided: readonly UndecidedRepeat[], relations: StatementRelations): Pair[] {
  const pairs = new Map<string, Pair>()
  for (const possible of undecided) {
    // One bank statement may have both of them by now: then they are two, and the next step says so.
    if (isApart(possible.statement_keys, possible.keys_of_other, relations)) continue
    for (const key of possible.statement_keys) {
      for (const key_of_other of possible.keys_of_other) {
        const [one, other] = [relations.wholeOf(key), relations.wholeOf(key_of_other)]
        if (!one || !other || one === other) continue
        const name = `${one.pages[0]?.statement_key} ${other.pages[0]?.statement_key}`
        const pair = pairs.get(name) ?? { one, other, possible: [] }
        if (!pair.possible.includes(possible)) pair.possible.push(possible)
        pairs.set(name, pair)
      }
    }
  }
  return [...pairs.values()]
}

function signedOf({ credit_debit, amount_minor }: UndecidedRepeat): bigint {
  return credit_debit === 'CRDT' ? amount_minor : -amount_minor
}

async function findProvenNew(
  tx: Tx,
  end_customer_id: string,
  undecided: readonly UndecidedRepeat[],
  relations: StatementRelations,
): Promise<UndecidedRepeat[]> {
  if (undecided.length === 0) return []
  const contents = undecided.map(({ first_hash, booking_date, amount_minor }) => ({
    first_hash,
    bank_entry: { booking_date, amount_minor },
  }))
  const equals = await findEquals(tx, end_customer_id, contents, new Map(), true)
  return undecided.filter((possible) => isApartFromAll(possible, equals.get(possible.first_hash), relations))
}

function isApartFromAll(possible: UndecidedRepeat, equals: Equals | undefined, relations: StatementRelations): boolean {
  if (!equals || equals.hasMore) return false
  return equals.kept
    .filter(({ entry_id }) => entry_id !== possible.entry_id)
    .every(({ references, statement_keys }) => {
      if (compareReferences(possible.bank_references, references) === 'different') return true
      return isApart(possible.statement_keys, statement_keys, relations)
    })
}

function isApart(keys: readonly string[], others: readonly string[], relations: StatementRelations): boolean {
  return keys.some((key) => others.some((other) => relations.between(key, other) === 'apart'))
}
