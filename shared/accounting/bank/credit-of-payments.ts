import { amountInWords } from '../amounts/decimal.ts'
import type { JournalVoucher } from '../documents/accounting-document.ts'
import type { BankEntryFinding } from '../documents/bank-entry-finding.ts'
import { type ItemStates, keyOfItem } from '../documents/voucher-item.ts'
import type { GivenCredit, MovedOnAccount, PlannedUse, UsableBankEntry } from './bank-entry-state.ts'
import { leftForCredit } from './left-for-credit.ts'

/** Credit that a voucher gives to a payment of a bank entry, and what is wrong with that. */
export type CreditPlan = {
  readonly given: readonly (GivenCredit & { readonly entry_id: string })[]
  readonly findings: readonly BankEntryFinding[]
}

/**
 * The credit that a voucher gives to payments. The money is in the books once, so it comes from the bank: by the bank
 * entry that the voucher itself uses, or from an account on which an earlier use of it has put it. All credit that
 * vouchers have given counts, however much of it is used: what is used again was not received again.
 *
 * @param find the bank entry of a payment, by the id as clients see it
 */
export function planCredits(
  voucher: JournalVoucher,
  source_fact_id: string,
  uses: readonly PlannedUse[],
  open_items: ItemStates,
  find: (payment_id: string) => UsableBankEntry | undefined,
): CreditPlan {
  const given: (GivenCredit & { entry_id: string })[] = []
  const findings: BankEntryFinding[] = []
  for (const [index, { open_item, amount }] of voucher.lines.entries()) {
    if (open_item?.by !== 'payment_id' || amount.amount_minor >= 0n) continue
    const item = open_items.get(keyOfItem(open_item))
    if (item?.state !== 'usable' || item.currency !== amount.currency) continue
    const bankEntry = find(open_item.id)
    if (!bankEntry) continue
    const { entry_id, currency } = bankEntry
    const debited = debitedBy(voucher, currency)
    const credit = { payment_id: item.open_item_id, amount_minor: -amount.amount_minor, source_fact_id, debited }
    const legs = [...bankEntry.legs, ...legsOf(voucher, source_fact_id, uses, entry_id)]
    const booked = leftForCredit(credit, legs, [
      ...bankEntry.credits,
      ...given.filter((one) => one.entry_id === entry_id),
    ])
    if (bankEntry.refusal === null && credit.amount_minor <= booked) given.push({ entry_id, ...credit })
    else findings.push(notBooked(open_item.id, bankEntry, credit, booked, `/payload/lines/${index}/open_item`))
  }
  return { given, findings }
}

/** What the lines of a voucher bring onto accounts. */
export function creditedBy({ lines }: JournalVoucher): MovedOnAccount[] {
  return lines.flatMap(({ account_code, amount: { amount_minor } }) =>
    amount_minor < 0n ? { account_code, amount_minor: -amount_minor } : [],
  )
}

function debitedBy({ lines }: JournalVoucher, wanted: string): MovedOnAccount[] {
  return lines.flatMap(({ account_code, amount: { amount_minor, currency } }) =>
    amount_minor > 0n && currency === wanted ? { account_code, amount_minor } : [],
  )
}

function legsOf(voucher: JournalVoucher, source_fact_id: string, uses: readonly PlannedUse[], entry_id: string) {
  const credited = creditedBy(voucher)
  const here = uses.filter((use) => use.entry_id === entry_id)
  return here.map(({ payment_id, amount_minor }) => ({ payment_id, amount_minor, source_fact_id, credited }))
}

function notBooked(
  payment_id: string,
  { public_id, currency, refusal, legs }: UsableBankEntry,
  { amount_minor }: GivenCredit,
  booked_minor: bigint,
  pointer: string,
): BankEntryFinding {
  const codes = [...new Set(legs.flatMap(({ credited }) => credited.map(({ account_code }) => account_code)))].sort()
  const message =
    refusal === null
      ? codes.length === 0
        ? `The voucher gives payment ${payment_id} credit of ${amountInWords(amount_minor, currency)}, and nothing has booked bank entry ${public_id} yet, neither the voucher nor another one.`
        : `The voucher gives payment ${payment_id} credit of ${amountInWords(amount_minor, currency)}, and ${amountInWords(booked_minor, currency)} is left for it where bank entry ${public_id} is booked and the voucher takes it from. Other vouchers have booked it to ${codes.join(', ')}.`
      : `Payment ${payment_id} gets no credit: bank entry ${public_id} ${refusal}`
  return { code: 'payment_not_booked', message, pointer }
}
