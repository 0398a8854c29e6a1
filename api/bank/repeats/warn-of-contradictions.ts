import { isWithin } from '../../../shared/camt053/repeats/compare-bank-statements.ts'
import { knownBankStatementOf } from '../../../shared/camt053/repeats/known-bank-statement.ts'
import type { StatementPair } from '../../../shared/camt053/repeats/merge-overlaps.ts'
import {
  createStatementRelations,
  type StatementRelations,
} from '../../../shared/camt053/repeats/statement-relations.ts'
import { findBankStatementsSince } from '../../../shared/store/bank/repeats/bank-statements.ts'
import type { PossibleRepeat } from '../../../shared/store/bank/repeats/possible-repeats.ts'
import { findStatementsWith } from '../../../shared/store/bank/repeats/statements-with.ts'
import type { Tx } from '../../../shared/store/db/database.ts'
import { findLedger } from '../../../shared/store/statements/ledger-snapshot.ts'
import { contradictionInWords } from './contradiction-in-words.ts'
import { judgePair } from './judge-pair.ts'

/** Bank statements that are compared, and bank entries of them: a request waits for it. */
const MOST_PAIRS = 10
const MOST_ENTRIES = 20_000

type ReviewWarning = { readonly code: 'statements_contradict' | 'statements_not_compared'; readonly message: string }

/**
 * What bank statements say against a bank entry that somebody takes for new: one that has all days of its bank statement does not
 * have it, so that the bank may not have its money.
 */
export async function warnOfContradictions(
  tx: Tx,
  end_customer_id: string,
  found: PossibleRepeat,
): Promise<ReviewWarning[]> {
  const relations = await relationsOf(tx, end_customer_id, found)
  const keys = await findStatementsWith(tx, end_customer_id, [found.entry_id])
  const warned = await warningsOf(tx, end_customer_id, found, relations, surroundingPairs(keys, relations))
  return warned.map(({ warning }) => warning)
}

/**
 * What bank statements say against a bank entry that somebody has taken for a repeat: by their balances the two are not one.
 *
 * @param keys pages of the bank statements that had it, and of those that had the other one
 */
export async function warnOfRepeat(
  tx: Tx,
  end_customer_id: string,
  found: PossibleRepeat,
  keys: readonly [of_repeat: readonly string[], of_original: readonly string[]],
): Promise<ReviewWarning[]> {
  const relations = await relationsOf(tx, end_customer_id, found)
  const [ones, others] = keys.map((some) => [...new Set(some.flatMap((key) => relations.wholeOf(key) ?? []))])
  const pairs = (ones ?? []).flatMap((one) =>
    (others ?? []).flatMap((other): StatementPair[] => [
      ...(one !== other && areComparable(one, other) ? [[other, one] as const] : []),
      ...(one !== other && areComparable(other, one) ? [[one, other] as const] : []),
    ]),
  )
  const warned = await warningsOf(tx, end_customer_id, found, relations, pairs)
  // All else was so before, and has nothing to do with this decision.
  return warned.flatMap(({ why, warning }) => (why === 'shared' ? [warning] : []))
}

async function relationsOf(
  tx: Tx,
  end_customer_id: string,
  { bank_account, bank_entry: { booking_date } }: PossibleRepeat,
): Promise<StatementRelations> {
  const rows = await findBankStatementsSince(tx, end_customer_id, bank_account, booking_date)
  return createStatementRelations(
    rows.map((row) => knownBankStatementOf(`${row.import_id}:${row.statement_number}`, row.figures)),
  )
}

async function warningsOf(
  tx: Tx,
  end_customer_id: string,
  { bank_account, bank_entry: { booking_date, currency } }: PossibleRepeat,
  relations: StatementRelations,
  pairs: readonly StatementPair[],
) {
  const locale = (await findLedger(tx, end_customer_id))?.locale ?? 'de'
  const warned: { readonly why: string | null; readonly warning: ReviewWarning }[] = []
  let entries = MOST_ENTRIES
  for (const [at, pair] of pairs.entries()) {
    const [{ statement_id: after, balance_days }, { statement_id: before }] = pair
    entries -= pair[0].entry_count + pair[1].entry_count
    const judged =
      at < MOST_PAIRS && entries >= 0
        ? await judgePair(tx, end_customer_id, pair, relations)
        : { kind: 'unknown' as const }
    if (judged.kind !== 'unknown' && judged.kind !== 'contradiction') continue
    const contradiction = judged.kind === 'contradiction' ? judged : null
    const kind = contradiction ? 'contradiction' : 'not_compared'
    const place = { bank_account, after, before, date: balance_days?.from ?? booking_date ?? '', amount_minor: 0n }
    const message = contradictionInWords({ ...place, kind, contradiction }, currency, locale) ?? ''
    const code = contradiction ? 'statements_contradict' : 'statements_not_compared'
    warned.push({ why: contradiction?.why ?? null, warning: { code, message } })
  }
  return warned
}

/** Each bank statement of some pages behind those that have all of its days. */
function surroundingPairs(keys: readonly string[], relations: StatementRelations): StatementPair[] {
  const inner = new Set(keys.flatMap((key) => relations.wholeOf(key) ?? []))
  return [...inner].flatMap((one) =>
    relations.all.flatMap((other): StatementPair[] =>
      !inner.has(other) && areComparable(one, other) ? [[other, one]] : [],
    ),
  )
}

function areComparable(inner: StatementPair[0], outer: StatementPair[0]): boolean {
  return inner.currency === outer.currency && inner.holds && outer.holds && isWithin(inner, outer)
}
