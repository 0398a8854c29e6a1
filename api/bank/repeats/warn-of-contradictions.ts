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
  { entry_id, bank_account, bank_entry: { booking_date, currency } }: PossibleRepeat,
): Promise<ReviewWarning[]> {
  const rows = await findBankStatementsSince(tx, end_customer_id, bank_account, booking_date)
  const relations = createStatementRelations(
    rows.map((row) => knownBankStatementOf(`${row.import_id}:${row.statement_number}`, row.figures)),
  )
  const keys = await findStatementsWith(tx, end_customer_id, [entry_id])
  const locale = (await findLedger(tx, end_customer_id))?.locale ?? 'de'
  const warnings: ReviewWarning[] = []
  let entries = MOST_ENTRIES
  for (const [at, pair] of surroundingPairs(keys, relations).entries()) {
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
    warnings.push({ code: contradiction ? 'statements_contradict' : 'statements_not_compared', message })
  }
  return warnings
}

/** Each bank statement of some pages behind those that have all of its days. */
function surroundingPairs(keys: readonly string[], relations: StatementRelations): StatementPair[] {
  const inner = new Set(keys.flatMap((key) => relations.wholeOf(key) ?? []))
  return [...inner].flatMap((one) =>
    relations.all.flatMap((other): StatementPair[] => {
      const isOuter = !inner.has(other) && one.currency === other.currency && one.holds && other.holds
      return isOuter && isWithin(one, other) ? [[other, one]] : []
    }),
  )
}
