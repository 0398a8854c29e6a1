import type { BankMoney, ReconciledStatement } from './reconciliation.ts'

/** Bits of a word of a row of places. */
const BITS = 32

/**
 * The money that some bank statements have, while they come and go one by one: what a step costs does not depend on how many
 * there are.
 */
export type KnownMoney = ReturnType<typeof createKnownMoney>

/**
 * @param moneysOf the moneys of each bank statement that was looked at; others have none
 * @param all in their order
 */
export function createKnownMoney(
  moneysOf: (statement: ReconciledStatement) => readonly BankMoney[],
  all: readonly BankMoney[],
) {
  const counts = new Map<BankMoney, number>()
  const families = new Map<string, readonly BankMoney[]>()
  const places = new Map<BankMoney, number>()
  const rows = new Map<string, Uint32Array>()
  for (const [root, some] of Map.groupBy(all, (money) => money.root)) {
    if (root === null) continue
    families.set(root, some)
    rows.set(root, new Uint32Array(Math.ceil(some.length / BITS)))
    for (const [place, money] of some.entries()) places.set(money, place)
  }
  const sums = { net_minor: 0n, credit_minor: 0n }
  const turn = (money: BankMoney, isKnown: boolean) => {
    const sign = isKnown ? 1n : -1n
    sums.net_minor += sign * money.net_minor
    sums.credit_minor += sign * money.credit_minor
    const row = rows.get(money.root ?? '')
    const place = places.get(money) ?? 0
    if (row) row[place >> 5] = (row[place >> 5] ?? 0) ^ (1 << (place & 31))
  }
  const change = (statement: ReconciledStatement, by: 1 | -1) => {
    for (const money of moneysOf(statement)) {
      const count = counts.get(money) ?? 0
      counts.set(money, count + by)
      if (count === 0 || count + by === 0) turn(money, by === 1)
    }
  }
  return {
    add: (statement: ReconciledStatement) => change(statement, 1),
    remove: (statement: ReconciledStatement) => change(statement, -1),
    has: (money: BankMoney) => (counts.get(money) ?? 0) > 0,
    /** What all of it comes to. */
    sums: () => ({ ...sums }),
    /** The first ones of those that may be one bank entry. */
    firstOf(root: string, count: number, isWanted: (money: BankMoney) => boolean): BankMoney[] {
      const [row, some] = [rows.get(root) ?? new Uint32Array(), families.get(root) ?? []]
      const found: BankMoney[] = []
      for (const [at, word] of row.entries()) {
        for (let rest = word; rest !== 0 && found.length < count; rest &= rest - 1) {
          const money = some[at * BITS + (31 - Math.clz32(rest & -rest))] as BankMoney
          if (isWanted(money)) found.push(money)
        }
        if (found.length >= count) break
      }
      return found
    },
  }
}
