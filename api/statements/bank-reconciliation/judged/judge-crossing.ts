import type {
  ChainedStatement,
  StatementGap,
  StatementSequence,
} from '../../../../shared/accounting/bank/reconciliation/reconciliation.ts'
import { pageOfKey } from '../../../../shared/camt053/repeats/compared-entries.ts'
import { judgeSequel } from '../../../../shared/camt053/repeats/judge-statements.ts'
import { listBookedOnDays } from '../../../../shared/store/bank/repeats/booked-on-days.ts'
import type { Db } from '../../../../shared/store/db/database.ts'
import { gapsOf, type JudgeInRoom } from './judge-in-room.ts'

type CrossingPair = readonly [before: ChainedStatement, next: ChainedStatement]
type JudgedCrossing = { readonly gaps: readonly StatementGap[]; readonly sequences: readonly StatementSequence[] }

/**
 * What bank statements that have some days in common, of which the later one does not end before the other, do not both have of these days.
 * Their balances may follow each other all the same: what only one of them has may lie behind the balance with which the other one ends.
 * Where they do not, although the earlier one has the balance with which the later one begins, nothing is missing between them: the
 * difference is a contradiction, and no gap.
 */
export async function judgeCrossing(
  db: Db,
  end_customer_id: string,
  judge: JudgeInRoom,
  sequences: readonly StatementSequence[],
  date: string,
): Promise<JudgedCrossing> {
  const gaps: StatementGap[] = []
  const contradicting = new Set<ChainedStatement>()
  for (const pair of await withOtherDays(db, end_customer_id, sequences.flatMap(crossingIn), date)) {
    const [, next] = pair
    const judgement = await judge(pair, (compared) => judgeSequel(compared, date, next.gap_minor === 0n))
    gaps.push(...gapsOf(pair, judgement))
    if (judgement.kind === 'contradiction') contradicting.add(next)
  }
  const marked = (statement: ChainedStatement) =>
    contradicting.has(statement) ? { ...statement, isContradicting: true } : statement
  return { gaps, sequences: sequences.map(({ chain, ...others }) => ({ ...others, chain: chain.map(marked) })) }
}

/** Those of one day may be one behind the other, unless they have one number. */
function crossingIn({ chain }: StatementSequence): CrossingPair[] {
  return chain.slice(1).flatMap((next, index): CrossingPair[] => {
    const before = chain[index]
    if (!before || next.closing_date < before.closing_date) return []
    const isCrossing = next.opening_date < before.closing_date || haveOneNumber(before, next)
    return isCrossing ? [[before, next]] : []
  })
}

function haveOneNumber({ opening_date, closing_date, sequences }: ChainedStatement, next: ChainedStatement): boolean {
  const areOfOneDay = opening_date === next.opening_date && closing_date === next.closing_date
  return areOfOneDay && sequences.some((number, at) => number !== null && number === next.sequences[at])
}

/** All of them at once: nearly all have the same on each of their days, if their balances follow each other. */
async function withOtherDays(
  db: Db,
  end_customer_id: string,
  pairs: readonly CrossingPair[],
  date: string,
): Promise<CrossingPair[]> {
  const places = new Map([...new Set(pairs.flat())].map((statement, place) => [statement, place]))
  const pages = [...places].flatMap(([{ keys }, place]) => keys.map((key) => ({ ...pageOfKey(key), place })))
  const booked = pages.length === 0 ? [] : await listBookedOnDays(db, end_customer_id, pages)
  const byPlace = Map.groupBy(booked, ({ place }) => place)
  return pairs.filter(([before, next]) => {
    if (next.gap_minor !== 0n) return true
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
