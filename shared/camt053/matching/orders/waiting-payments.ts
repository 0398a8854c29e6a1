import { compact } from '../compare-texts.ts'
import {
  amountsOf,
  dayFit,
  isOfAccount,
  mayBeWorth,
  type OrderFit,
  onOtherDay,
  partyFit,
  type ReadMovement,
} from './fits-of-orders.ts'
import type { OrderedTarget } from './match-ordered.ts'
import { isOfOtherDocument } from './other-reference.ts'

/** What a bank takes on top of a payment and books with it. */
export const MOST_CHARGES = 5_000n

type AmountFit = 'same' | 'other_currency' | 'charges' | 'less'
type PartyFit = 'iban' | 'name' | 'unnamed'

/**
 * More than a rule has where the amount is that of the payment; less than what is sure, as nothing is named. Null: too little. No
 * automatic rule books any of them, whatever it scores.
 */
const SCORES: Readonly<Record<AmountFit, Readonly<Record<PartyFit, number | null>>>> = {
  same: { iban: 88, name: 84, unnamed: 80 },
  other_currency: { iban: 78, name: 74, unnamed: null },
  charges: { iban: 76, name: 72, unnamed: null },
  less: { iban: 70, name: null, unnamed: null },
}

/** Finds the payments that a debit may be one of, without a look at all of them. */
export function indexWaitingPayments(waiting: readonly OrderedTarget[]): (movement: ReadMovement) => OrderFit[] {
  const byAmount = Map.groupBy(waiting, ({ currency, amount_minor }) => placeOf(currency, amount_minor / MOST_CHARGES))
  const byIban = Map.groupBy(waiting, ({ creditor_iban }) => compact(creditor_iban))
  const byCurrency = Map.groupBy(waiting, ({ currency }) => currency)
  return (movement) => {
    if (movement.amount_minor !== movement.booked_minor) return []
    const ofAmounts = amountsOf(movement).flatMap(({ currency, whole_minor }) =>
      [whole_minor / MOST_CHARGES, whole_minor / MOST_CHARGES - 1n].flatMap(
        (place) => byAmount.get(placeOf(currency, place)) ?? [],
      ),
    )
    const toIban = byIban.get(compact(movement.account_of_other ?? '')) ?? []
    const ofOthers = [...byCurrency].flatMap(([currency, targets]) => (currency === movement.currency ? [] : targets))
    const near = new Set([...ofAmounts, ...toIban, ...ofOthers])
    const found = [...near].flatMap((target) => alternativeOf(movement, target))
    // One that leaves something of the payment unpaid is the last resort.
    const whole = found.filter(({ isLess }) => !isLess)
    return (whole.length > 0 ? whole : found).map(({ alternative }) => alternative)
  }
}

function placeOf(currency: string, place: bigint): string {
  return `${currency} ${place}`
}

function alternativeOf(
  movement: ReadMovement,
  target: OrderedTarget,
): { readonly alternative: OrderFit; readonly isLess: boolean }[] {
  const [day, amount] = [dayFit(movement, target), amountFit(movement, target)]
  if (day === null || amount === null || !isOfAccount(movement, target)) return []
  if (isOfOtherDocument(movement, target)) return []
  const party = partyFit(movement, target)
  const score = party && SCORES[amount][party]
  const isExplained = amount === 'same' || amount === 'other_currency'
  if (!party || !score || (day === 'other_day' && (party === 'unnamed' || !isExplained))) return []
  const reasons: OrderFit['reasons'] = [
    'ordered',
    ...(amount === 'same' ? ['amount' as const] : []),
    ...(party === 'unnamed' ? [] : [party]),
  ]
  const alternative = { targets: [target], score, reasons }
  return [{ alternative: day === 'on_time' ? alternative : onOtherDay(alternative), isLess: amount === 'less' }]
}

function amountFit(movement: ReadMovement, target: OrderedTarget): AmountFit | null {
  const { currency, amount_minor } = target
  const said = amountsOf(movement)
  if (said.some((one) => one.currency === currency && one.whole_minor === amount_minor)) return 'same'
  if (currency !== movement.currency) return mayBeWorth(movement, [target]) ? 'other_currency' : null
  const more = movement.booked_minor - amount_minor
  if (more < 0n) return 'less'
  return more <= MOST_CHARGES ? 'charges' : null
}
