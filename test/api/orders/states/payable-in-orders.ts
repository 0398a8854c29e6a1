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
  /** A report of the bank says that it has it. */
  is_sent: boolean
  freed_by: string | null
  /** Moments at which vouchers have brought its money back. */
  readonly refunds: number[]
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

/** One payable, all payments that were ever ordered for it, and what has settled it. */
export class PayableInOrders {
  readonly amount: number
  readonly payments: ModelPayment[] = []
  readonly settlements: ModelSettlement[] = []
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

  shown(payment: ModelPayment): readonly [string, string | null] {
    return shownWith(payment.kept, this.moneyOf(payment))
  }

  happens(event: Happened, payment: ModelPayment, freed_by: string | null = null): void {
    const after = keptAfter(event, payment.kept)
    if (after === 'before') {
      const isOrdered = this.payments.some((other) => other !== payment && other.kept === 'ordered')
      payment.kept = isOrdered ? 'paid' : payment.before
      return
    }
    if (after === 'rejected' && payment.kept !== 'rejected') payment.rejected_at = this.next()
    if (after === 'returned' && payment.kept !== 'returned') Object.assign(payment, { before: payment.kept, freed_by })
    payment.kept = after
  }

  private moneyOf(payment: ModelPayment): Money {
    const from = Math.max(payment.since, ...payment.refunds)
    const since = this.settlements.filter(({ at, stands }) => stands && at > from)
    if (since.some(({ names }) => names === payment)) return 'a debit that names it'
    if (payment.refunds.length > 0 && (payment.kept === 'ordered' || payment.kept === 'paid')) return 'a refund'
    const nameless = since.filter(({ names }) => names === null)
    const before = nameless.filter(({ at }) => at < payment.rejected_at)
    if (payment.kept !== 'ordered' && sumOf(before) >= payment.amount) return 'a debit that names none'
    const isClosed = this.open === 0 || nameless.some(({ amount }) => amount === payment.amount)
    return isClosed ? 'other money' : 'nothing'
  }
}

function sumOf(settlements: readonly ModelSettlement[]): number {
  return settlements.reduce((sum, { amount }) => sum + amount, 0)
}

/** Counts around. */
export const one = <Kind>(all: readonly Kind[], at: number): Kind | undefined => all[at % all.length]
