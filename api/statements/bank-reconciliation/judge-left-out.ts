import type {
  ReconciledStatement,
  StatementGap,
  StatementSequence,
} from '../../../shared/accounting/bank/reconciliation/reconciliation.ts'
import { comparedEntryOf, pageOfKey } from '../../../shared/camt053/repeats/compared-entries.ts'
import { judgeStatements } from '../../../shared/camt053/repeats/judge-statements.ts'
import { knownBankStatementOf } from '../../../shared/camt053/repeats/known-bank-statement.ts'
import { compareStatements, type StatementPair } from '../../../shared/camt053/repeats/merge-overlaps.ts'
import {
  createStatementRelations,
  type StatementRelations,
} from '../../../shared/camt053/repeats/statement-relations.ts'
import type { BankStatementRow } from '../../../shared/store/bank/repeats/bank-statements.ts'
import { listEntriesOfStatements } from '../../../shared/store/bank/repeats/entries-of-statements.ts'
import { findStatementsWith } from '../../../shared/store/bank/repeats/statements-with.ts'
import type { Db } from '../../../shared/store/db/database.ts'
import { keyOf } from './reconciled-rows.ts'

/** Bank statements that are compared with the one that has their days, the first ones; and bank entries of all of them. */
const MOST_COMPARED = 20
const MOST_ENTRIES = 100_000

/** A bank statement that does not count, and one that has all of its days. */
type LeftOut = { readonly outer: ReconciledStatement; readonly inner: ReconciledStatement }
type Judged = { readonly contradictions: readonly StatementGap[]; readonly following: readonly ReconciledStatement[] }

/**
 * Judges bank statements that do not count because another one has all of their days, as an import does: some it contradicts, and
 * some follow it.
 *
 * @param left_out bank entries that no bank statement which counts has
 */
export async function judgeLeftOut(
  db: Db,
  end_customer_id: string,
  rows: readonly BankStatementRow[],
  sequences: readonly StatementSequence[],
  left_out: readonly string[],
): Promise<Judged> {
  const keys = new Set(await findStatementsWith(db, end_customer_id, left_out))
  const pairs = sequences.flatMap((sequence) => pairsOf(sequence, keys)).slice(0, MOST_COMPARED)
  const contradictions: StatementGap[] = []
  const following: ReconciledStatement[] = []
  if (pairs.length === 0) return { contradictions, following }
  const relations = createStatementRelations(rows.map((row) => knownBankStatementOf(keyOf(row), row.figures)))
  let room = MOST_ENTRIES
  for (const { outer, inner } of pairs) {
    const statements = [outer, inner].flatMap(({ keys: [key = ''] }) => relations.wholeOf(key) ?? [])
    const [of_outer, of_inner] = statements
    room -= statements.reduce((sum, { entry_count }) => sum + entry_count, 0)
    if (!of_outer || !of_inner || room < 0) continue
    const judgement = await judge(db, end_customer_id, [of_outer, of_inner], relations)
    if (judgement.kind === 'following') following.push(inner)
    if (judgement.kind === 'contradiction') {
      const { kind, ...contradiction } = judgement
      const { bank_account, statement_id: before, opening_date: date } = inner
      const { amount_minor } = contradiction
      contradictions.push({ kind, bank_account, after: outer.statement_id, before, date, amount_minor, contradiction })
    }
  }
  return { contradictions, following }
}

function pairsOf({ chain, all }: StatementSequence, keys: ReadonlySet<string>): LeftOut[] {
  const counted = new Set(chain.flatMap((statement) => statement.keys))
  return all.flatMap((inner) => {
    if (!inner.keys.some((key) => keys.has(key)) || inner.keys.some((key) => counted.has(key))) return []
    const outer = chain.find((statement) => hasDaysOf(statement, inner))
    return outer ? [{ outer, inner }] : []
  })
}

function hasDaysOf(outer: ReconciledStatement, inner: ReconciledStatement): boolean {
  return outer.opening_date <= inner.opening_date && inner.closing_date <= outer.closing_date
}

async function judge(db: Db, end_customer_id: string, pair: StatementPair, relations: StatementRelations) {
  const pages = pair.flatMap((statement, place) => statement.pages.map(({ key }) => ({ ...pageOfKey(key), place })))
  const rows = await listEntriesOfStatements(db, end_customer_id, pages)
  const byPlace = Map.groupBy(rows, ({ place }) => place)
  const entries = new Map(pair.map((statement, place) => [statement, (byPlace.get(place) ?? []).map(comparedEntryOf)]))
  return judgeStatements(compareStatements(pair, entries, relations))
}
