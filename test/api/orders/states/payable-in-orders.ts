import { type Happened, type Kept, keptAfter, type Money, shownWith } from './tables-of-states.ts'

/** A payment of an order, as both tables know it. */
export type ModelPayment = {
  readonly order_id: string
  readonly message_id: string
  readonly batch: string
  readonly end_to_end_id: string
  readonly amount: number
  readonly since: number
  kept: Kept
  before: Kept
  rejected_at: number
  /** When it was rejected or withdrawn, or its money came back; null while none of that has happened. */
  given_up_at: number | null
  /** What reports of the bank say of it; what they reject stays so. */
  told: 'ACSC' | 'RJCT' | null
  /** It was withdrawn, and a report says after that that the bank has it. */
  is_sent_all_the_same: boolean
  /** A debit has named it, whatever became of that. */
  is_told_by_debit: boolean
  freed_by: string | null
}

export type ModelSettlement = {
  readonly id: string
  readonly entry_id: string
  readonly amount: number
  readonly names: ModelPayment | null
  readonly at: number
  stands: boolean
  /** A voucher has brought its money back. */
  is_refunded: boolean
}

/** A voucher has brought money back to the payable, with a credit that names a payment, or none. */
export type ModelRefund = { readonly amount: number; readonly names: ModelPayment | null; readonly at: number }

/** One payable, all payments that were ever ordered for it, and what has settled it. */
export class PayableInOrders {
  readonly amount: number
  readonly payments: ModelPayment[] = []
  readonly settlements: ModelSettlement[] = []
  readonly refunds: ModelRefund[] = []
  private moment = 0

  constructor(amount: number) {
    this.amount = amount
  }

  /** Moments follow each other. */
  next(): number {
    this.moment += 1
    return this.moment
  }

  get open(): number {
    return this.standing().reduce((open, { amount }) => open - amount, this.amount)
  }

  get live(): ModelPayment | undefined {
    return this.payments.find((payment) => this.shown(payment)[0] === 'ordered')
  }

  standing(): ModelSettlement[] {
    return this.settlements.filter(({ stands, is_refunded }) => stands && !is_refunded)
  }

  /** The bank has a payment that was withdrawn, and no debit tells what has become of it. */
  get isHeld(): boolean {
    return this.payments.some((payment) => this.isSentAllTheSame(payment) && !payment.is_told_by_debit)
  }

  isSentAllTheSame(payment: ModelPayment): boolean {
    return this.shown(payment)[1] === 'withdrawn_and_sent'
  }

  shown(payment: ModelPayment): readonly [string, string | null] {
    const [state, contradiction] = shownWith(payment.kept, this.moneyOf(payment))
    const isSent = state === 'withdrawn' && payment.is_sent_all_the_same
    return [state, isSent ? 'withdrawn_and_sent' : contradiction]
  }

  /** What a report says of a payment before it changes what is written down. */
  reported(payment: ModelPayment, status: string): void {
    if (status === 'ACSC' && payment.told === 'RJCT') return
    payment.told = status === 'RJCT' ? 'RJCT' : 'ACSC'
    payment.is_sent_all_the_same = payment.kept === 'withdrawn' && payment.told === 'ACSC'
  }

  happens(event: Happened, payment: ModelPayment, freed_by: string | null = null): void {
    const after = keptAfter(event, payment.kept)
    if (after === 'before') {
      const isOrdered = this.payments.some((other) => other !== payment && other.kept === 'ordered')
      payment.kept = isOrdered ? 'paid' : payment.before
      return
    }
    if (after === 'rejected' && payment.kept !== 'rejected') payment.rejected_at = this.next()
    if (after !== payment.kept && after !== 'ordered' && after !== 'paid') payment.given_up_at = this.next()
    if (after === 'returned' && payment.kept !== 'returned') Object.assign(payment, { before: payment.kept, freed_by })
    payment.kept = after
  }

  private moneyOf(payment: ModelPayment): Money {
    const refunds = this.refunds.filter((refund) => this.bringsBack(refund, payment)).map(({ at }) => at)
    const from = Math.max(payment.since, ...refunds)
    const since = this.settlements.filter(({ at, stands }) => stands && at > from)
    if (since.some(({ names }) => names === payment)) return 'a debit that names it'
    if (refunds.length > 0 && (payment.kept === 'ordered' || payment.kept === 'paid')) return 'a refund'
    const nameless = since.filter(({ names }) => names === null)
    const before = nameless.filter(({ at }) => at < payment.rejected_at)
    if (payment.kept !== 'ordered' && sumOf(before) >= payment.amount) return 'a debit that names none'
    const isClosed = this.open === 0 || nameless.some(({ amount }) => amount === payment.amount)
    return isClosed ? 'other money' : 'nothing'
  }

  /** A credit that names nothing is of the last payment that was not given up by then, if it has all of that. */
  private bringsBack({ amount, names, at }: ModelRefund, payment: ModelPayment): boolean {
    if (names || at < payment.since) return names === payment
    const isPaid = this.settlements.some(
      (own) => own.stands && own.at > payment.since && own.at < at && own.amount >= payment.amount,
    )
    const isLast = !this.payments.some(
      ({ since, kept, given_up_at }) =>
        since > payment.since && since < at && (kept === 'ordered' || kept === 'paid' || (given_up_at ?? 0) > at),
    )
    return amount >= payment.amount && isPaid && isLast
  }
}

function sumOf(settlements: readonly ModelSettlement[]): number {
  return settlements.reduce((sum, { amount }) => sum + amount, 0)
}

/** Counts around. */
export const one = <Kind>(all: readonly Kind[], at: number): Kind | undefined => all[at % all.length]
