import type {
  ReconciledStatement,
  StatementGap,
  StatementSequence,
} from '../../../shared/accounting/bank/reconciliation/reconciliation.ts'
import {
  hasBalancesOf,
  type StatementInside,
  statementsInside,
  unconfirmed,
} from '../../../shared/accounting/bank/reconciliation/statements-inside.ts'
import { pageOfKey } from '../../../shared/camt053/repeats/compared-entries.ts'
import { knownBankStatementOf } from '../../../shared/camt053/repeats/known-bank-statement.ts'
import {
  createStatementRelations,
  type StatementRelations,
} from '../../../shared/camt053/repeats/statement-relations.ts'
import type { BankStatementRow } from '../../../shared/store/bank/repeats/bank-statements.ts'
import { listBookedOnDays } from '../../../shared/store/bank/repeats/booked-on-days.ts'
import { findStatementsWith } from '../../../shared/store/bank/repeats/statements-with.ts'
import type { Db } from '../../../shared/store/db/database.ts'
import { judgePair } from '../../bank/repeats/judge-pair.ts'
import { keyOf } from './reconciled-rows.ts'

/** Bank statements that are compared with the one that has their days, and bank entries of all of them. */
const MOST_COMPARED = 50
const MOST_ENTRIES = 100_000

const UNKNOWN = { kind: 'unknown' } as const

type Judged = { readonly contradictions: readonly StatementGap[]; readonly following: readonly ReconciledStatement[] }

/**
 * Judges bank statements that do not count because another one has all of their days, as an import does: some it contradicts, and
 * some follow it. Those with bank entries that nobody else has are judged first, and then those whose balances the other one has not
 * at the beginning and the end of their days. What there is no room for is named as not compared.
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
  const inside = sequences.flatMap(statementsInside)
  const contradictions: StatementGap[] = []
  const following: ReconciledStatement[] = []
  if (inside.length === 0) return { contradictions, following }
  const keys = new Set(await findStatementsWith(db, end_customer_id, left_out))
  const isLeftOut = ({ inner }: StatementInside) => inner.keys.some((key) => keys.has(key))
  const others = unconfirmed(inside.filter((one) => one.isOnly && !isLeftOut(one)))
  const doubtful = await withOtherBalances(db, end_customer_id, others)
  const judged = [...inside.filter(isLeftOut), ...doubtful]
  if (judged.length === 0) return { contradictions, following }
  const relations = createStatementRelations(rows.map((row) => knownBankStatementOf(keyOf(row), row.figures)))
  const room = { entries: MOST_ENTRIES, pairs: MOST_COMPARED }
  for (const one of judged) {
    const judgement = await judge(db, end_customer_id, one, relations, room)
    if (judgement.kind === 'following' && isLeftOut(one)) following.push(one.inner)
    if (judgement.kind === 'unknown') contradictions.push({ ...placeOf(one), kind: 'not_compared', amount_minor: 0n })
    if (judgement.kind === 'contradiction') {
      const { kind, ...contradiction } = judgement
      contradictions.push({ ...placeOf(one), kind, amount_minor: contradiction.amount_minor, contradiction })
    }
  }
  return { contradictions, following }
}

/** All of them at once: most bank statements of a day have the balances that the one of their month has. */
async function withOtherBalances(
  db: Db,
  end_customer_id: string,
  inside: readonly StatementInside[],
): Promise<StatementInside[]> {
  const byOuter = [...Map.groupBy(inside, ({ outer }) => outer)]
  const pages = byOuter.flatMap(([{ keys }], place) => keys.map((key) => ({ ...pageOfKey(key), place })))
  const booked = pages.length === 0 ? [] : await listBookedOnDays(db, end_customer_id, pages)
  const byPlace = Map.groupBy(booked, ({ place }) => place)
  return byOuter.flatMap(([, some], place) => some.filter((one) => !hasBalancesOf(one, byPlace.get(place) ?? [])))
}

function placeOf({ outer, inner }: StatementInside) {
  const { bank_account, statement_id: before, opening_date: date } = inner
  return { bank_account, after: outer.statement_id, before, date, contradiction: null }
}

type Room = { entries: number; pairs: number }

async function judge(
  db: Db,
  end_customer_id: string,
  { outer, inner }: StatementInside,
  relations: StatementRelations,
  room: Room,
) {
  const [of_outer, of_inner] = [outer, inner].map(({ keys: [key = ''] }) => relations.wholeOf(key))
  if (!of_outer || !of_inner) return UNKNOWN
  const count = of_outer.entry_count + of_inner.entry_count
  if (room.pairs === 0 || count > room.entries) return UNKNOWN
  room.pairs -= 1
  room.entries -= count
  return judgePair(db, end_customer_id, [of_outer, of_inner], relations)
}
