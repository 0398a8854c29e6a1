const REJECTED = 'RJCT'

/** A payment of an order, by its ids. */
type OrderedId = { readonly end_to_end_id: string; readonly payment_information_id: string }

type ReportedStatus = { readonly status: string | null; readonly reason: string | null }

/** A report of a bank, as far as it counts here. */
type ReportOfOrder = ReportedStatus & {
  readonly batches: readonly (ReportedStatus & {
    readonly payment_information_id: string | null
    readonly payments: readonly (ReportedStatus & { readonly end_to_end_id: string | null })[]
  })[]
}

/**
 * The payments that the bank does not make, with its reason. A rejected order or batch is rejected with all of its payments.
 * Every other status says how far the bank has come: accepted, accepted with a change or in part is not paid, and frees nothing.
 *
 * @source ISO 20022, ExternalPaymentGroupStatus1Code: RJCT
 */
export function rejectedPayments(report: ReportOfOrder, payments: readonly OrderedId[]) {
  const saidOf = readerOf(report)
  return payments.flatMap((payment) => {
    const { end_to_end_id } = payment
    const rejecting = saidOf(payment).filter((one) => one?.status === 'RJCT')
    if (rejecting.length === 0) return []
    const reason = rejecting.flatMap((one) => one?.reason ?? []).at(-1) ?? 'RJCT'
    return [{ end_to_end_id, state: 'rejected' as const, reason }]
  })
}

/** What a report says of the whole order, of the batch of a payment, and of the payment. */
function readerOf(report: ReportOfOrder) {
  const batchOf = new Map(report.batches.map((batch) => [batch.payment_information_id, batch]))
  const paymentStatusOf = new Map(
    report.batches.flatMap((batch) => batch.payments.map((said) => [said.end_to_end_id, said] as const)),
  )
  return ({ end_to_end_id, payment_information_id }: OrderedId): readonly (ReportedStatus | undefined)[] => [
    report,
    batchOf.get(payment_information_id),
    paymentStatusOf.get(end_to_end_id),
  ]
}

/**
 * What the report says of each payment: of itself, else of its batch, else of the order. So of one that is accepted in part, each
 * payment that is not named is accepted.
 */
export function toldOfPayments(report: ReportOfOrder, payments: readonly OrderedId[]) {
  const saidOf = readerOf(report)
  return payments.flatMap((payment) => {
    const said = saidOf(payment)
    const isRejected = said.some((one) => one?.status === REJECTED)
    const bank_status = isRejected ? REJECTED : said.findLast((one) => one?.status)?.status
    return bank_status ? [{ end_to_end_id: payment.end_to_end_id, bank_status }] : []
  })
}

const NOT_MADE = new Set<string>([REJECTED, 'CANC'])

/** By a report of the bank: whatever it says of a payment that it neither rejects nor has cancelled, the file was sent. */
export function isWithTheBank(bank_status: string | null): boolean {
  return bank_status !== null && !NOT_MADE.has(bank_status)
}

/** Ids in a report that no payment or batch of the order has. */
export function unknownIdsIn(report: ReportOfOrder, payments: readonly OrderedId[]): string[] {
  const known = new Set<string | null>(
    payments.flatMap(({ end_to_end_id, payment_information_id }) => [end_to_end_id, payment_information_id]),
  )
  const named = report.batches.flatMap((batch) => [
    batch.payment_information_id,
    ...batch.payments.map(({ end_to_end_id }) => end_to_end_id),
  ])
  return named.filter((id): id is string => id !== null && !known.has(id))
}
