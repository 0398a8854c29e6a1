import { amountInWords } from '../../../shared/accounting/amounts/decimal.ts'
import type { ItemPartner } from '../../../shared/accounting/documents/voucher-item.ts'
import type { DetailCode } from '../../../shared/contract/platform/detail-codes.ts'
import type { ErrorDetail } from '../../../shared/contract/platform/errors.ts'
import type { AllocationRequest } from '../../../shared/contract/settlement/allocations.ts'
import type { PaymentRow } from '../../../shared/store/bank/payments.ts'
import type { LockedReceivable } from '../../../shared/store/open-items/locked-open-items.ts'
import { noneForCustomer } from '../../http/subject.ts'
import { checkConsent } from '../consent-rules.ts'
import { inWords, type Reservations } from '../reservations.ts'

/** What is allocated: a payment, or money that the request says to stand on an account. */
export type AllocatedMoney = { readonly payment: PaymentRow | null; readonly currency: string }

/**
 * Everything that is wrong with the lines; with their sum only where each of them is right.
 *
 * @param creditor whose credit the payment is; null for money that is nobody's yet: the allocation decides whose it is
 */
export function checkAllocation(
  request: AllocationRequest,
  money: AllocatedMoney,
  ids: readonly (string | null)[],
  documents: ReadonlyMap<string, LockedReceivable>,
  creditor: ItemPartner | null,
  reserved: Reservations,
): ErrorDetail[] {
  const details = checkLines(request, money, ids, documents, reserved)
  if (details.length > 0) return details
  const sumDetails = money.payment ? checkSum(request, money.payment, reserved) : checkMoved(request)
  return sumDetails.length > 0 ? sumDetails : checkSetOff(request, ids, documents, creditor)
}

function checkLines(
  { lines }: AllocationRequest,
  money: AllocatedMoney,
  ids: readonly (string | null)[],
  documents: ReadonlyMap<string, LockedReceivable>,
  reserved: Reservations,
): ErrorDetail[] {
  return lines.flatMap(({ amount }, index) => {
    const at = (field: string, code: DetailCode, message: string) => [
      { pointer: `/lines/${index}${field}`, code, message },
    ]
    const document = documents.get(ids[index] ?? '')
    if (!document) return at('/document_id', 'not_found', noneForCustomer('document'))
    if (document.is_being_reversed)
      return at('/document_id', 'being_reversed', 'The reversal of this document is under way.')
    if (ids.indexOf(ids[index] ?? null) !== index) return at('/document_id', 'duplicate', 'Name each document once.')
    return checkAmount(amount, document, money, reserved).flatMap(([field, code, message]) => at(field, code, message))
  })
}

type AmountFinding = [field: string, code: DetailCode, message: string]

function checkAmount(
  amount: { amount_minor: number; currency: string },
  document: LockedReceivable,
  money: AllocatedMoney,
  reserved: Reservations,
): AmountFinding[] {
  const { open_amount_minor: open } = document
  const wanted = BigInt(amount.amount_minor)
  const other = [document.currency, money.currency].find((currency) => currency !== amount.currency)
  if (other !== undefined)
    return [
      ['/amount/currency', 'currency_mismatch', `Line, payment and document share one currency; one is in ${other}.`],
    ]
  if (wanted === 0n) return [['/amount/amount_minor', 'out_of_range', 'The amount must not be zero.']]
  const isWithin = wanted > 0n ? wanted <= open : open < 0n && wanted >= open
  if (isWithin) return []
  const message = `The open amount of the document is ${amountInWords(open, document.currency)}; allocate no more than that.${inWords(reserved, [document.document_id])}`
  return [['/amount/amount_minor', 'exceeds_open_amount', message]]
}

function checkSum({ lines }: AllocationRequest, payment: PaymentRow, reserved: Reservations): ErrorDetail[] {
  const sum = lines.reduce((total, { amount }) => total + BigInt(amount.amount_minor), 0n)
  const whole = (code: DetailCode, message: string) => [{ pointer: '/lines', code, message }]
  if (sum <= 0n) return whole('out_of_range', 'The lines must sum up to more than zero.')
  const words = (minor: bigint) => amountInWords(minor, payment.currency)
  if (sum > payment.open_amount_minor)
    return whole(
      'exceeds_open_amount',
      `The lines sum up to ${words(sum)}, of the payment ${words(payment.open_amount_minor)} is open.${inWords(reserved, [payment.payment_id])}`,
    )
  return []
}

/** Money comes in, or goes out where credit notes are paid. */
function checkMoved({ lines }: AllocationRequest): ErrorDetail[] {
  const sum = lines.reduce((total, { amount }) => total + BigInt(amount.amount_minor), 0n)
  const message = 'The lines sum up to nothing, so no money moves on the account.'
  return sum === 0n ? [{ pointer: '/lines', code: 'out_of_range', message }] : []
}

function checkSetOff(
  { lines, set_off_consent }: AllocationRequest,
  ids: readonly (string | null)[],
  documents: ReadonlyMap<string, LockedReceivable>,
  creditor: ItemPartner | null,
): ErrorDetail[] {
  const paid = lines.flatMap(({ amount }, index) => {
    const document = documents.get(ids[index] ?? '')
    return document ? [{ ...document, amount_minor: BigInt(amount.amount_minor) }] : []
  })
  return checkConsent(set_off_consent, lines[0]?.amount.currency ?? '', paid, creditor)
}
