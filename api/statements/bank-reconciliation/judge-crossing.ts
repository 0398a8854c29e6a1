import type { StatementGap, StatementSequence } from '../../../shared/accounting/bank/reconciliation/reconciliation.ts'
import { pageOfKey } from '../../../shared/camt053/repeats/compared-entries.ts'
import { judgeSequel } from '../../../shared/camt053/repeats/judge-statements.ts'
import { listBookedOnDays } from '../../../shared/store/bank/repeats/booked-on-days.ts'
import type { Db } from '../../../shared/store/db/database.ts'
import { gapsOf, type JudgeInRoom, type StatementsToJudge } from './judge-in-room.ts'

/**
 * What bank statements that have some days in common, each of which goes beyond the other, do not both have of these days. Their balances
 * may follow each other all the same: what only one of them has may lie behind the balance with which the other one ends.
 */
export async function judgeCrossing(
  db: Db,
  end_customer_id: string,
  judge: JudgeInRoom,
  sequences: readonly StatementSequence[],
  date: string,
): Promise<StatementGap[]> {
  const gaps: StatementGap[] = []
  for (const pair of await withOtherDays(db, end_customer_id, sequences.flatMap(crossingIn), date))
    gaps.push(...gapsOf(pair, await judge(pair, (compared) => judgeSequel(compared, date))))
  return gaps
}

/** Where the balances do not follow each other, a gap is named already. */
function crossingIn({ chain }: StatementSequence): StatementsToJudge[] {
  return chain.slice(1).flatMap((next, index): StatementsToJudge[] => {
    const before = chain[index]
    if (!before || next.gap_minor !== 0n) return []
    const isCrossing = next.opening_date < before.closing_date && before.closing_date < next.closing_date
    return isCrossing ? [[before, next]] : []
  })
}

/** All of them at once: nearly all have the same on each of their days. */
async function withOtherDays(
  db: Db,
  end_customer_id: string,
  pairs: readonly StatementsToJudge[],
  date: string,
): Promise<StatementsToJudge[]> {
  const places = new Map([...new Set(pairs.flat())].map((statement, place) => [statement, place]))
  const pages = [...places].flatMap(([{ keys }, place]) => keys.map((key) => ({ ...pageOfKey(key), place })))
  const booked = pages.length === 0 ? [] : await listBookedOnDays(db, end_customer_id, pages)
  const byPlace = Map.groupBy(booked, ({ place }) => place)
  return pairs.filter(([before, next]) => {
    const isOfBoth = (day: string) => next.opening_date <= day && day <= before.closing_date && day <= date
    const [first, second] = [before, next].map((statement) =>
      (byPlace.get(places.get(statement) ?? -1) ?? [])
        .filter(({ day }) => isOfBoth(day))
        .map(({ day, net_minor, entry_count }) => `${day} ${net_minor} ${entry_count}`)
        .sort(),
    )
    return first?.join() !== second?.join()
  })
}
