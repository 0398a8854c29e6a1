import type { PaymentDefect } from './defects-of-payment.ts'
import type { OrderTerms, PayableToOrder } from './order-terms.ts'

type PaymentWarningCode =
  | 'account_refused'
  | 'debit_may_fit'
  | 'debit_booked_otherwise'
  | 'debit_dismissed'
  | 'letters_not_latin'
  | 'possible_duplicate'
  | 'same_reference'
  | 'supplier_credit_open'

/** What does not stand against the order, and may. */
export type PaymentWarning = {
  readonly code: PaymentWarningCode
  /** The debit; null where it is something else. */
  readonly entry_id: string | null
  readonly message: string
}

/** Of one payment. */
const MOST_WARNINGS = 5

/** By a debit that has to be booked, or accepted, before it is ordered. */
export function heldByDebit(
  { supplier_payable_id }: Pick<PayableToOrder, 'supplier_payable_id'>,
  terms: OrderTerms,
): PaymentDefect | null {
  const [debit] = notAccepted(terms.fitting_debits.certain.get(supplier_payable_id), terms)
  if (debit === undefined) return null
  return { code: 'debit_not_booked', pointer: '', message: messageOfHeld(debit, terms) }
}

function messageOfHeld(debit: string, { fitting_debits }: OrderTerms): string {
  const fits = 'fits this payable or a payment that was ordered for it or for one like it'
  if (fitting_debits.announced.has(debit))
    return `The bank has announced the debit ${debit}, which ${fits}, and has not booked it yet (pending). Wait for its booking, and settle the payable with that if it has paid it; else send ${debit} in accepted_debits.`
  if (isNotified(debit))
    return `The notification ${debit} of the bank (camt.054) tells a debit that ${fits}, and no bank statement has it yet. Import that and settle the payable if it has paid it; else send ${debit} in accepted_debits.`
  return `The bank has booked the debit ${debit}, which ${fits}, and is not booked here as what it is. Settle the payable with it if it has paid it; else send ${debit} in accepted_debits.`
}

export function debitsThatMayFit({ supplier_payable_id }: PayableToOrder, terms: OrderTerms): PaymentWarning[] {
  const certain = terms.fitting_debits.certain.get(supplier_payable_id)
  const possible = notAccepted(terms.fitting_debits.possible.get(supplier_payable_id), terms)
  return possible
    .filter((entry_id) => !certain?.has(entry_id))
    .slice(0, MOST_WARNINGS)
    .map((entry_id) => {
      const message = `The debit ${entry_id} is not booked, and may have paid this payable: look at it before you send the file.`
      return { code: 'debit_may_fit', entry_id, message }
    })
}

/** By its public id: a notification tells it, and no bank statement yet. */
function isNotified(debit: string): boolean {
  return debit.startsWith('nent_')
}

/** As an expense of its own, by a rule or by hand: the payable would be paid once more. */
export function debitsBookedOtherwise({ supplier_payable_id }: PayableToOrder, terms: OrderTerms): PaymentWarning[] {
  return notAccepted(terms.fitting_debits.booked_otherwise.get(supplier_payable_id), terms)
    .slice(0, MOST_WARNINGS)
    .map((entry_id) => {
      const message = `The debit ${entry_id} fits this payable, and is booked for no open item: as an expense, or ahead of the bill. If it has paid the payable, set off the advance that it has opened, or reverse what books it and settle the payable with it; else send ${entry_id} in accepted_debits.`
      return { code: 'debit_booked_otherwise', entry_id, message }
    })
}

/** What a debit names is what it pays, whatever it was booked for. */
export function debitsNamedElsewhere({ supplier_payable_id }: PayableToOrder, terms: OrderTerms): PaymentWarning[] {
  const { booked } = terms.named_elsewhere
  const { certain, possible, booked_otherwise, given_to_others } = terms.fitting_debits
  // Of one that has paid another bill too the rest is told already.
  const isTold = (entry_id: string) =>
    [certain, possible, booked_otherwise].some((told) => told.get(supplier_payable_id)?.has(entry_id))
  const given = new Set([
    ...(booked.get(supplier_payable_id) ?? []),
    ...(given_to_others.get(supplier_payable_id) ?? []),
  ])
  const others = notAccepted(given, terms).filter((entry_id) => !isTold(entry_id))
  const warned = [
    ...others.map((entry_id) => {
      const message = `The debit ${entry_id} has the reference or number of this payable, or its creditor and amount, by itself or in a sum or a part of it, and is booked for another open item. If it has paid the payable, reverse what books it, and settle the payable with it; else send ${entry_id} in accepted_debits.`
      return { code: 'debit_booked_otherwise', entry_id, message } as const
    }),
    ...notAccepted(dismissedOf(supplier_payable_id, terms), terms).map((entry_id) => {
      const message = `The debit ${entry_id} fits this payable, or names it or a payment that was ordered for it, and is dismissed. If it has paid the payable, take the dismissal back, and settle the payable with it; else send ${entry_id} in accepted_debits.`
      return { code: 'debit_dismissed', entry_id, message } as const
    }),
  ]
  return warned.slice(0, MOST_WARNINGS)
}

function dismissedOf(id: string, { named_elsewhere, fitting_debits }: OrderTerms): ReadonlySet<string> {
  return new Set([...(named_elsewhere.dismissed.get(id) ?? []), ...(fitting_debits.dismissed.get(id) ?? [])])
}

/** A selection is made by programs, whose warnings nobody reads: what a debit may have paid waits for somebody who names it. */
export function debitGivenToOther(warnings: readonly PaymentWarning[]): PaymentDefect | null {
  for (const { code, message } of warnings)
    if (code === 'debit_booked_otherwise' || code === 'debit_dismissed')
      return { code, pointer: '', message: `${message} If it is owed all the same, you may also name it in payables.` }
  return null
}

function notAccepted(debits: Iterable<string> | undefined, { accepted_debits }: OrderTerms): string[] {
  return [...(debits ?? [])].filter((id) => !accepted_debits.includes(id))
}
