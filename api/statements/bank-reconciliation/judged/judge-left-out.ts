import type {
  ReconciledStatement,
  StatementGap,
  StatementSequence,
} from '../../../../shared/accounting/bank/reconciliation/reconciliation.ts'
import {
  hasBalancesOf,
  type StatementInside,
  statementsInside,
  unconfirmed,
} from '../../../../shared/accounting/bank/reconciliation/statements-inside.ts'
import { pageOfKey } from '../../../../shared/camt053/repeats/compared-entries.ts'
import { listBookedOnDays } from '../../../../shared/store/bank/repeats/booked-on-days.ts'
import { findStatementsWith } from '../../../../shared/store/bank/repeats/statements-with.ts'
import type { Db } from '../../../../shared/store/db/database.ts'
import { gapsOf, type JudgeInRoom } from './judge-in-room.ts'

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
  judge: JudgeInRoom,
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
  for (const one of judged) {
    const pair = [one.outer, one.inner] as const
    const judgement = await judge(pair)
    if (judgement.kind === 'following' && isLeftOut(one)) following.push(one.inner)
    contradictions.push(...gapsOf(pair, judgement))
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
