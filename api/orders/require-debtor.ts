import { isIban, isQrIban } from '../../shared/accounting/bank/iban.ts'
import { withoutBlanks } from '../../shared/accounting/orders/payment-to-order.ts'
import { lettersInWords, lostLetters } from '../../shared/accounting/qr-bills/swiss-letters.ts'
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
 *   while the end customer has no name, or one that the bank would get as full stops
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
  return { debtor_iban, debtor_name: requireLatinName((await findEndCustomer(tx, end_customer_id))?.name ?? '') }
}

function requireLatinName(name: string): string {
  const debtor_name = name.trim()
  if (!debtor_name)
    throw refusedDebtor('debtor_name_missing', 'The end customer has no name, and the bank wants to know who pays.')
  const lost = lostLetters(debtor_name)
  if (lost.length === 0) return debtor_name
  const letters = `has letters that no bank in Switzerland takes (${lettersInWords(lost)})`
  throw refusedDebtor('letters_not_latin', `The name of the end customer, ${debtor_name}, ${letters}.`)
}

function refusedDebtor(code: 'debtor_name_missing' | 'letters_not_latin', reason: string): ApiError {
  const message = `${reason} PUT /v1/end-customers/{id} says it${code === 'letters_not_latin' ? ' in Latin letters' : ''}.`
  return new ApiError('state_conflict', message, [{ pointer: '/end_customer_id', code, message }])
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
