import { amountInWords } from '../amounts/decimal.ts'
import type { JournalVoucher } from '../documents/accounting-document.ts'
import type { BankEntryFinding } from '../documents/bank-entry-finding.ts'
import { type ItemStates, keyOfItem } from '../documents/voucher-item.ts'
import type { BankLeg, GivenCredit, PlannedUse, UsableBankEntry } from './bank-entry-state.ts'

/** Credit that a voucher gives to a payment of a bank entry, and what is wrong with that. */
export type CreditPlan = {
  readonly given: readonly (GivenCredit & { readonly entry_id: string })[]
  readonly findings: readonly BankEntryFinding[]
}

/**
 * The credit that a voucher gives to payments that nothing has booked. The money is in the books once, so it comes from
 * the bank: by the bank entry that the voucher itself uses, or from an account on which an earlier use of it has put it.
 *
 * @param find the bank entry of a payment, by the id as clients see it
 */
export function planCredits(
  voucher: JournalVoucher,
  uses: readonly PlannedUse[],
  open_items: ItemStates,
  find: (payment_id: string) => UsableBankEntry | undefined,
): CreditPlan {
  const given: (GivenCredit & { entry_id: string })[] = []
  const findings: BankEntryFinding[] = []
  for (const [index, { open_item, amount }] of voucher.lines.entries()) {
    if (open_item?.by !== 'payment_id' || amount.amount_minor >= 0n) continue
    const item = open_items.get(keyOfItem(open_item))
    if (item?.state !== 'usable' || item.account_code !== null || item.currency !== amount.currency) continue
    const bankEntry = find(open_item.id)
    if (!bankEntry) continue
    const { entry_id } = bankEntry
    const credit = { payment_id: item.open_item_id, amount_minor: -amount.amount_minor }
    const booked = bookedFor(credit.payment_id, bankEntry, uses, voucher, given)
    if (bankEntry.refusal === null && credit.amount_minor <= booked) given.push({ entry_id, ...credit })
    else findings.push(notBooked(open_item.id, bankEntry, credit, booked, `/payload/lines/${index}/open_item`))
  }
  return { given, findings }
}

/** What the voucher can give to a payment: what it uses itself, and what earlier uses put on accounts that it debits. */
function bookedFor(
  payment_id: string,
  { entry_id, legs, credits }: UsableBankEntry,
  uses: readonly PlannedUse[],
  voucher: JournalVoucher,
  given: CreditPlan['given'],
): bigint {
  const here = uses.filter((use) => use.entry_id === entry_id)
  const debits = voucher.lines.filter(({ amount }) => amount.amount_minor > 0n)
  const earlier = legs.filter(({ account_codes }) => debits.some((line) => account_codes.includes(line.account_code)))
  const others = [...credits, ...given].filter((credit) => credit.payment_id !== payment_id)
  const takenOfWhole = others.reduce(
    (sum, other) => sum + atLeastZero(other.amount_minor - sumOf([...legs, ...here], other.payment_id)),
    0n,
  )
  const sumFor = (some: readonly Use[]) => sumOf(some, payment_id) + sumOf(some, null)
  const ofAll = sumFor([...here, ...earlier]) - takenOfWhole
  const moved = sumFor(here) + movedFrom(earlier, voucher)
  return atLeastZero(ofAll < moved ? ofAll : moved)
}

/** What the voucher takes from the accounts on which the bank entry is booked. */
function movedFrom(legs: readonly BankLeg[], { lines }: JournalVoucher): bigint {
  const codes = new Set(legs.flatMap(({ account_codes }) => account_codes))
  return lines.reduce((sum, { account_code, amount: { amount_minor } }) => {
    const isTaken = codes.has(account_code) && amount_minor > 0n
    return isTaken ? sum + amount_minor : sum
  }, 0n)
}

function atLeastZero(amount: bigint): bigint {
  return amount > 0n ? amount : 0n
}

type Use = Pick<BankLeg, 'payment_id' | 'amount_minor'>

function sumOf(legs: readonly Use[], payment_id: string | null): bigint {
  return legs.reduce((sum, leg) => (leg.payment_id === payment_id ? sum + leg.amount_minor : sum), 0n)
}

function notBooked(
  payment_id: string,
  { public_id, currency, refusal, legs }: UsableBankEntry,
  { amount_minor }: GivenCredit,
  booked_minor: bigint,
  pointer: string,
): BankEntryFinding {
  const codes = [...new Set(legs.flatMap(({ account_codes }) => account_codes))].sort()
  const where = codes.length === 0 ? '' : ` Other vouchers have booked it to ${codes.join(', ')}.`
  const message =
    refusal === null
      ? `The voucher gives payment ${payment_id} credit of ${amountInWords(amount_minor, currency)}, and takes ${amountInWords(booked_minor, currency)} of it from where bank entry ${public_id} is booked.${where}`
      : `Payment ${payment_id} gets no credit: bank entry ${public_id} ${refusal}`
  return { code: 'payment_not_booked', message, pointer }
}
