import { amountInWords } from '../../../shared/accounting/amounts/decimal.ts'
import type { PaymentInstruction } from '../../../shared/accounting/orders/order-terms.ts'
import type { PaymentOrderRequest } from '../../../shared/contract/orders/payment-order-request.ts'
import { type ErrorDetail, validationFailed } from '../../../shared/contract/platform/errors.ts'
import { uuidOf } from '../../../shared/process/ids.ts'
import type { PointedPayable } from '../lock-payables.ts'

type SentInstruction = NonNullable<PaymentOrderRequest['instructions']>[number]

/**
 * Payables with what the request says of each.
 *
 * @throws ApiError validation_failed for instructions of payables that are not in the order, two of one, and amounts that cannot be paid
 */
export function withInstructions(
  payables: readonly PointedPayable[],
  { instructions = [] }: PaymentOrderRequest,
): readonly PointedPayable[] {
  const ids = instructions.map(({ supplier_payable_id }) => uuidOf('supplier_payable', supplier_payable_id))
  const byId = new Map(payables.map((payable) => [payable.supplier_payable_id, payable]))
  const details = instructions.flatMap((instruction, index) => {
    const isSecond = ids.indexOf(ids[index] ?? null) !== index
    return checkInstruction(instruction, `/instructions/${index}`, byId.get(ids[index] ?? ''), isSecond)
  })
  if (details.length > 0) throw validationFailed(details)
  const byPayable = new Map(instructions.map((instruction, index) => [ids[index], instructionOf(instruction)]))
  return payables.map((payable) => {
    const instruction = byPayable.get(payable.supplier_payable_id)
    return instruction ? { ...payable, instruction } : payable
  })
}

function checkInstruction(
  { amount }: SentInstruction,
  pointer: string,
  payable: PointedPayable | undefined,
  isSecond: boolean,
): ErrorDetail[] {
  const at = (field: string, code: ErrorDetail['code'], message: string) => [
    { pointer: pointer + field, code, message },
  ]
  if (!payable) return at('/supplier_payable_id', 'not_found', 'The order does not pay this payable.')
  if (isSecond) return at('/supplier_payable_id', 'duplicate', 'An order pays each payable once: send one instruction.')
  if (!amount) return []
  const { currency, open_amount_minor: open } = payable
  if (amount.currency !== currency)
    return at('/amount/currency', 'currency_mismatch', `The payable is in ${currency}; it is paid in that currency.`)
  if (amount.amount_minor > 0 && BigInt(amount.amount_minor) <= open) return []
  return at(
    '/amount/amount_minor',
    'out_of_range',
    `The amount is more than nothing, and not more than is open: ${amountInWords(open, currency)}.`,
  )
}

function instructionOf({ amount, creditor }: SentInstruction): PaymentInstruction {
  return {
    ...(amount && { amount_minor: BigInt(amount.amount_minor) }),
    ...(creditor?.name !== undefined && { creditor_name: creditor.name }),
    ...(creditor?.iban !== undefined && { creditor_iban: creditor.iban }),
    ...(creditor?.structured_address && { creditor_address: creditor.structured_address }),
    ...(creditor?.bic !== undefined && { creditor_bic: creditor.bic }),
  }
}
