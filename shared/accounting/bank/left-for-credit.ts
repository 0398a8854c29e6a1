import type { BankLeg, GivenCredit } from './bank-entry-state.ts'

type Left = { readonly leg: BankLeg; amount_minor: bigint; readonly onAccounts: Map<string, bigint> }

/**
 * What of a credit the bank entry has the money for, after all credit that was given before. A use of it pays for each
 * franc once, and no account gives more than the use has brought onto it.
 *
 * @param before in the order in which it was given
 */
export function leftForCredit(wanted: GivenCredit, legs: readonly BankLeg[], before: readonly GivenCredit[]): bigint {
  const left = leftOfAll(legs)
  const debits = new Map<string, Map<string, bigint>>()
  for (const credit of before) {
    const taken = take(left, credit, debitsOf(debits, credit))
    // Earlier releases asked less: what they gave is gone from wherever it is.
    takeFromAnywhere(left, credit.payment_id, credit.amount_minor - taken)
  }
  return take(left, wanted, debitsOf(debits, wanted))
}

/** Uses by one fact share what it has brought onto accounts. */
function leftOfAll(legs: readonly BankLeg[]): Left[] {
  const ofFacts = new Map<string, Map<string, bigint>>()
  return legs.map((leg) => {
    const onAccounts = ofFacts.get(leg.source_fact_id) ?? sumsOf(leg.credited)
    ofFacts.set(leg.source_fact_id, onAccounts)
    return { leg, amount_minor: leg.amount_minor, onAccounts }
  })
}

/** Credits by one fact share what it takes from accounts. */
function debitsOf(known: Map<string, Map<string, bigint>>, { source_fact_id, debited }: GivenCredit) {
  const debits = known.get(source_fact_id) ?? sumsOf(debited)
  known.set(source_fact_id, debits)
  return debits
}

/** A fact takes first from what it uses itself, and first from what is of the payment alone. */
function take(all: readonly Left[], credit: GivenCredit, debits: Map<string, bigint>): bigint {
  const { payment_id, amount_minor, source_fact_id } = credit
  const isOwn = ({ leg }: Left) => leg.source_fact_id === source_fact_id
  const usable = usableFor(all, payment_id)
  let taken = 0n
  for (const left of usable.filter(isOwn)) taken += reduce(left, amount_minor - taken)
  for (const left of usable.filter((one) => !isOwn(one))) {
    for (const [account_code, debited] of debits) {
      const onAccount = left.onAccounts.get(account_code) ?? 0n
      const part = reduce(left, smallest(amount_minor - taken, onAccount, debited))
      left.onAccounts.set(account_code, onAccount - part)
      debits.set(account_code, debited - part)
      taken += part
    }
  }
  return taken
}

function takeFromAnywhere(all: readonly Left[], payment_id: string, amount_minor: bigint): void {
  let rest = amount_minor
  for (const left of usableFor(all, payment_id)) rest -= reduce(left, rest)
}

function usableFor(all: readonly Left[], payment_id: string): Left[] {
  const of = (wanted: string | null) => all.filter(({ leg }) => leg.payment_id === wanted)
  return [...of(payment_id), ...of(null)]
}

function reduce(left: Left, wanted: bigint): bigint {
  const part = smallest(wanted, left.amount_minor)
  left.amount_minor -= part
  return part
}

function smallest(...amounts: readonly bigint[]): bigint {
  return amounts.reduce((least, amount) => (amount < least ? amount : least))
}

function sumsOf(moved: BankLeg['credited']): Map<string, bigint> {
  const sums = new Map<string, bigint>()
  for (const { account_code, amount_minor } of moved)
    sums.set(account_code, (sums.get(account_code) ?? 0n) + amount_minor)
  return sums
}
