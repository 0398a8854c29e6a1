import type { StatementPeriod } from '../known-bank-statement.ts'
import type { StatementRelations } from '../statement-relations.ts'
import type { WholeBankStatement } from '../whole-bank-statement.ts'

/** Bank entries of the bank statements whose links are looked at after an import. */
export const MOST_LINKED_AROUND = 20_000

/**
 * Bank statements of which a new one may say what they are to each other: they have a day of it, or say none. The longest one is
 * left out, because what it shares with another one is found there; of the others the shortest come first.
 *
 * @param incoming the bank statements of an import, by their keys
 * @returns those that there is room for, and those that there is none for
 */
export function statementsAround(
  incoming: readonly string[],
  { all, wholeOf }: StatementRelations,
): { readonly around: WholeBankStatement[]; readonly left_out: WholeBankStatement[] } {
  const around = new Set<WholeBankStatement>()
  const own = new Set(incoming)
  const byAccount = Map.groupBy(
    incoming.flatMap((key) => wholeOf(key) ?? []),
    ({ bank_account }) => bank_account,
  )
  for (const [bank_account, some] of byAccount) {
    const days = hullOf(some.map(daysOf))
    const near = all
      .filter((whole) => whole.bank_account === bank_account && meet(daysOf(whole), days))
      // What only this import has was compared when it was read.
      .filter(({ pages }) => pages.some(({ key }) => !own.has(key)))
    for (const whole of near.toSorted((a, b) => a.entry_count - b.entry_count).slice(0, -1)) around.add(whole)
  }
  let room = MOST_LINKED_AROUND
  const { inRoom = [], left_out = [] } = Object.groupBy(around, ({ entry_count }) => {
    room -= entry_count
    return room >= 0 ? 'inRoom' : 'left_out'
  })
  return { around: inRoom, left_out }
}

/** First and last day that it says in any way. */
function daysOf({ period, balance_days }: WholeBankStatement): StatementPeriod | null {
  return hullOf([period, balance_days].filter((days) => days !== null))
}

/** Null where one of them says none, or there is none. */
function hullOf(some: readonly (StatementPeriod | null)[]): StatementPeriod | null {
  const told = some.filter((days) => days !== null)
  if (told.length === 0 || told.length < some.length) return null
  const from = told.map((days) => days.from.slice(0, 10)).sort()[0] ?? ''
  const to =
    told
      .map((days) => days.to.slice(0, 10))
      .sort()
      .at(-1) ?? ''
  return { from, to }
}

function meet(one: StatementPeriod | null, other: StatementPeriod | null): boolean {
  return one === null || other === null || (one.from <= other.to && other.from <= one.to)
}
