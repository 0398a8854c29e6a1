import type {
  ReconciledStatement,
  StatementGap,
} from '../../../../shared/accounting/bank/reconciliation/reconciliation.ts'
import { knownBankStatementOf } from '../../../../shared/camt053/repeats/known-bank-statement.ts'
import {
  createStatementRelations,
  type StatementRelations,
} from '../../../../shared/camt053/repeats/statement-relations.ts'
import type { BankStatementRow } from '../../../../shared/store/bank/repeats/bank-statements.ts'
import type { Db } from '../../../../shared/store/db/database.ts'
import { type JudgesPair, judgePair } from '../../../bank/repeats/judge-pair.ts'
import { keyOf } from '../reconciled-rows.ts'

/** Pairs of bank statements that are compared, and bank entries of all of them. */
const MOST_COMPARED = 50
const MOST_ENTRIES = 100_000

const UNKNOWN = { kind: 'unknown' } as const

export type StatementsToJudge = readonly [first: ReconciledStatement, second: ReconciledStatement]
export type JudgeInRoom = (pair: StatementsToJudge, judge?: JudgesPair) => ReturnType<typeof judgePair>

/** Judges pairs of the bank statements, as many as there is room for; beyond that nothing is known of them. */
export function createJudge(db: Db, end_customer_id: string, rows: readonly BankStatementRow[]): JudgeInRoom {
  const room = { entries: MOST_ENTRIES, pairs: MOST_COMPARED }
  let relations: StatementRelations | null = null
  return async (pair, judge) => {
    relations ??= createStatementRelations(rows.map((row) => knownBankStatementOf(keyOf(row), row.figures)))
    const [first, second] = pair.map(({ keys: [key = ''] }) => relations?.wholeOf(key))
    if (!first || !second) return UNKNOWN
    const count = first.entry_count + second.entry_count
    if (room.pairs === 0 || count > room.entries) return UNKNOWN
    room.pairs -= 1
    room.entries -= count
    return judgePair(db, end_customer_id, [first, second], relations, judge)
  }
}

/** What is named of two bank statements that contradict each other, or that nobody has compared. */
export function gapsOf(
  [{ statement_id: after }, { bank_account, statement_id: before, opening_date: date }]: StatementsToJudge,
  judgement: Awaited<ReturnType<JudgeInRoom>>,
): StatementGap[] {
  const place = { bank_account, after, before, date, contradiction: null }
  if (judgement.kind === 'unknown') return [{ ...place, kind: 'not_compared', amount_minor: 0n }]
  if (judgement.kind !== 'contradiction') return []
  const { kind, ...contradiction } = judgement
  return [{ ...place, kind, amount_minor: contradiction.amount_minor, contradiction }]
}
