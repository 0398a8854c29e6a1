import type { KeptReturn, OwedTax } from './return-read.ts'

/** A signed amount on an account, or on the one that plays a role; debit is positive. */
export type TransferLeg = {
  readonly account: { readonly code: string } | { readonly keys: readonly string[] }
  readonly base_minor: bigint
}

const SETTLEMENT = ['posting.vat_settlement']
const NET_TAX_RATE = ['posting.net_tax_rate']
const ROUNDING = ['posting.rounding']

/**
 * Empties the tax accounts of what a return declares into the account with the tax administration. Tax at net rates, which
 * sales do not book, is a cost of them; the Rappen by which the tax of the lines differs from that of their records is rounding.
 *
 * @param before the same of the filing before, for a return that is filed again
 * @source worked example Y4; MWSTG Art. 37, 71
 */
export function transferOf(now: DeclaredTax, before: DeclaredTax | null): TransferLeg[] {
  const owed = new Map(now.owed.map(({ account_code, owed_minor }) => [account_code, owed_minor]))
  for (const { account_code, owed_minor } of before?.owed ?? [])
    owed.set(account_code, (owed.get(account_code) ?? 0n) - owed_minor)
  const payable = now.payable_minor - (before?.payable_minor ?? 0n)
  const net = now.net_rate_minor - (before?.net_rate_minor ?? 0n)
  const transferred = [...owed.values()].reduce((sum, minor) => sum + minor, 0n)
  const legs: TransferLeg[] = [
    ...[...owed].sort().map(([code, base_minor]) => ({ account: { code }, base_minor })),
    { account: { keys: NET_TAX_RATE }, base_minor: net },
    { account: { keys: ROUNDING }, base_minor: payable - transferred - net },
    { account: { keys: SETTLEMENT }, base_minor: -payable },
  ]
  return legs.filter(({ base_minor }) => base_minor !== 0n)
}

/** What a return has declared, and where it stood. */
export type DeclaredTax = {
  readonly owed: readonly OwedTax[]
  readonly payable_minor: bigint
  /** Tax at net rates that no line has booked. */
  readonly net_rate_minor: bigint
}

export function declaredTaxOf({ declaration: { vat_return }, owed }: KeptReturn): DeclaredTax {
  const activities = vat_return.lines.filter(({ activity_id }) => activity_id !== null)
  const net_rate_minor = activities.reduce(
    (sum, { tax_minor, booked_minor }) => sum + (tax_minor ?? 0n) - (booked_minor ?? 0n),
    0n,
  )
  return { owed, payable_minor: vat_return.payable_minor, net_rate_minor }
}
