import { isIban, isQrIban } from '../../shared/accounting/bank/iban.ts'
import { withoutBlanks } from '../../shared/accounting/orders/payment-to-order.ts'
import type { PaymentOrderRequest } from '../../shared/contract/orders/payment-order-request.ts'
import { ApiError, type ErrorDetail, validationFailed } from '../../shared/contract/platform/errors.ts'
import { todayInSwitzerland } from '../../shared/process/clock.ts'
import { listAccountNames } from '../../shared/store/bank/accounts/bank-accounts.ts'
import type { Tx } from '../../shared/store/db/database.ts'
import { findEndCustomer } from '../../shared/store/setup/end-customers.ts'

type OrderedFrom = Pick<PaymentOrderRequest, 'bank_account' | 'execution_date'>

/**
 * Who pays, and from which account.
 *
 * @throws ApiError validation_failed for a day in the past, or an account that is none of the end customer; state_conflict
 *   while the end customer has no name
 */
export async function requireDebtor(tx: Tx, end_customer_id: string, { bank_account, execution_date }: OrderedFrom) {
  const debtor_iban = withoutBlanks(bank_account) ?? ''
  const today = todayInSwitzerland()
  const names = await listAccountNames(tx, end_customer_id, today, [])
  const details = [
    ...checkDay(execution_date, today),
    ...checkAccount(
      debtor_iban,
      names.some(({ name }) => name === debtor_iban),
    ),
  ]
  if (details.length > 0) throw validationFailed(details)
  const debtor_name = (await findEndCustomer(tx, end_customer_id))?.name?.trim()
  if (debtor_name) return { debtor_iban, debtor_name }
  const message =
    'The end customer has no name, and the bank wants to know who pays. PUT /v1/end-customers/{id} says it.'
  throw new ApiError('state_conflict', message, [{ pointer: '/end_customer_id', code: 'debtor_name_missing', message }])
}

function checkDay(execution_date: string, today: string): ErrorDetail[] {
  if (execution_date >= today) return []
  const message = `${execution_date} is over. The bank can pay today (${today}) or later.`
  return [{ pointer: '/execution_date', code: 'out_of_range', message }]
}

function checkAccount(iban: string, is_known: boolean): ErrorDetail[] {
  const refusal = (code: 'iban_invalid' | 'unknown_account', message: string): ErrorDetail[] => [
    { pointer: '/bank_account', code, message },
  ]
  if (!isIban(iban) || !/^(CH|LI)/.test(iban))
    return refusal('iban_invalid', `${iban} is no IBAN of Switzerland or Liechtenstein with right check digits.`)
  if (isQrIban(iban)) return refusal('iban_invalid', `${iban} is a QR-IBAN: money only comes in there. Send its IBAN.`)
  if (is_known) return []
  const message = `${iban} is no account of this end customer: no bank statement and no mapping posting.bank.${iban} names it.`
  return refusal('unknown_account', message)
}
