import { amountInWords } from '../../../shared/accounting/amounts/decimal.ts'
import type { ItemPartner } from '../../../shared/accounting/documents/voucher-item.ts'
import type { DetailCode } from '../../../shared/contract/platform/detail-codes.ts'
import { ApiError, type ErrorDetail } from '../../../shared/contract/platform/errors.ts'
import type { AllocationHandoffRequest } from '../../../shared/contract/settlement/handoffs.ts'
import type { CandidateRow } from '../../../shared/store/bank/candidates/settlement-candidates.ts'
import type { PaymentRow } from '../../../shared/store/bank/payments.ts'
import type { HeldReceivable } from '../../../shared/store/open-items/locked-open-items.ts'
import { noneForCustomer } from '../../http/subject.ts'
import { checkConsent } from '../consent-rules.ts'
import { inWords, type Reservations } from '../reservations.ts'

const PAID_BACK =
  'This candidate pays credit of a customer back; book it by a voucher with bank_entries at POST /v1/source-facts/journal-vouchers.'
const PAID_BACK_WITH_TAX =
  'This candidate pays an advance back whose tax is declared; book it by a voucher with bank_entries, its voucher_lines and the line of the bank at POST /v1/source-facts/journal-vouchers.'
/** Where a candidate without a payment is booked. */
const ELSEWHERE: Readonly<Record<CandidateRow['target_type'], string>> = {
  document: PAID_BACK,
  payment: PAID_BACK,
  supplier_payable:
    'This candidate is for a supplier payable; settle that at POST /v1/supplier-payables/{id}/settlements.',
  vat_filing:
    'This candidate is for a filed VAT return; book it by a voucher with bank_entries at POST /v1/source-facts/journal-vouchers.',
  rule: 'This candidate is of a rule; book it at POST /v1/settlement-candidates/{id}/accept.',
  return: 'This candidate is of money that came back; book it at POST /v1/bank-returns.',
}

/** Everything that is wrong with a proposal, all of it at once. */
export function checkHandoff(
  body: AllocationHandoffRequest,
  candidate: CandidateRow,
  payment: PaymentRow | null,
  document: HeldReceivable | null,
  reserved: Reservations,
): ErrorDetail[] {
  const { proposed_amount, target_override_reason } = body
  const wanted = BigInt(proposed_amount.amount_minor)
  const isOverride = document !== null && document.document_id !== candidate.target_id
  const other = [payment?.currency, document?.currency].find(
    (currency) => currency && currency !== proposed_amount.currency,
  )
  const open = [payment?.open_amount_minor, document?.open_amount_minor].filter((amount) => amount !== undefined)
  const found: (false | [pointer: string, code: DetailCode, message: string])[] = [
    candidate.payment_id === null && [
      '/payment_id',
      'not_a_payment',
      candidate.voucher_lines.length > 0 ? PAID_BACK_WITH_TAX : ELSEWHERE[candidate.target_type],
    ],
    (!payment || payment.payment_id !== candidate.payment_id) && [
      '/payment_id',
      'payment_mismatch',
      'The payment must be that of the candidate.',
    ],
    !document && ['/target_document_id', 'not_found', noneForCustomer('document')],
    isOverride &&
      target_override_reason === undefined && [
        '/target_override_reason',
        'required',
        'The target is not that of the candidate; say why.',
      ],
    wanted <= 0n && ['/proposed_amount/amount_minor', 'out_of_range', 'The amount must be above zero.'],
    other !== undefined && [
      '/proposed_amount/currency',
      'currency_mismatch',
      `Amount, payment and document share one currency; one is in ${other}.`,
    ],
    open.some((amount) => wanted > amount) && [
      '/proposed_amount/amount_minor',
      'exceeds_open_amount',
      `Open are ${open.map((minor) => amountInWords(minor, proposed_amount.currency)).join(' of the payment and ')} of the document.${inWords(reserved, [payment?.payment_id, document?.document_id])}`,
    ],
  ]
  return found.flatMap((one) => (one ? [{ pointer: one[0], code: one[1], message: one[2] }] : []))
}

/** A body that POST /v1/allocations would refuse is no use to anybody, so a reviewer gives the consent at once. */
export function checkHandoffConsent(
  { proposed_amount: { amount_minor, currency }, set_off_consent }: AllocationHandoffRequest,
  document: HeldReceivable,
  creditor: ItemPartner | null,
): ErrorDetail[] {
  return checkConsent(set_off_consent, currency, [{ ...document, amount_minor: BigInt(amount_minor) }], creditor)
}

/** @throws ApiError state_conflict: somebody has requested a reversal since the reviewer read the document or the payment */
export function requireStanding(document: HeldReceivable, booking_is_being_reversed: boolean): void {
  if (document.is_being_reversed)
    throw beingReversed('/target_document_id', 'The reversal of this document is under way.')
  if (booking_is_being_reversed)
    throw beingReversed('/payment_id', 'The reversal of the allocation that booked this payment is under way.')
}

function beingReversed(pointer: string, message: string): ApiError {
  return new ApiError('state_conflict', message, [{ pointer, code: 'being_reversed', message }])
}

/** @throws ApiError state_conflict: somebody has used a part of the document since the reviewer read it */
export function requireCurrent({ open_ar_snapshot }: AllocationHandoffRequest, document: HeldReceivable): void {
  const { open_amount_minor, currency } = document
  if (BigInt(open_ar_snapshot.amount_minor) === open_amount_minor && open_ar_snapshot.currency === currency) return
  const message = `The open amount of the document is ${amountInWords(open_amount_minor, currency)} now. Look again and decide on that.`
  throw new ApiError('state_conflict', message, [
    { pointer: '/open_ar_snapshot', code: 'stale_open_ar_snapshot', message },
  ])
}
