import {
  type BillRefusal,
  billOfDocument,
  type OwnAccount,
  ownAccounts,
  refusalOfUnknown,
} from '../../shared/accounting/qr-bills/bill-of-document.ts'
import type { QrBill } from '../../shared/accounting/qr-bills/qr-bill.ts'
import { writeQrCode } from '../../shared/accounting/qr-bills/write-qr-code.ts'
import type { OneQuery } from '../../shared/contract/facts/source-facts.ts'
import { ApiError } from '../../shared/contract/platform/errors.ts'
import type { PaymentPartQuery } from '../../shared/contract/qr-bills/qr-bills.ts'
import { todayInSwitzerland } from '../../shared/process/clock.ts'
import { publicId } from '../../shared/process/ids.ts'
import { listAccountNames, listBankAccounts } from '../../shared/store/bank/accounts/bank-accounts.ts'
import { type BilledItemRow, findBilledItem } from '../../shared/store/open-items/billed-items.ts'
import { visibleCustomers } from '../http/admission/caller.ts'
import type { ApiDeps } from '../http/api-deps.ts'
import type { ReadRequest } from '../http/endpoint.ts'
import { presentMoney } from '../http/present-money.ts'
import { findSubject } from '../http/subject.ts'
import { presentParty } from './read-qr-bill.ts'

/** What the payment part of an invoice's bill says. */
export async function readPaymentPart(deps: ApiDeps, request: ReadRequest<PaymentPartQuery>) {
  const { item, bill } = await findBill(deps, request)
  return {
    object: 'qr_bill_payment_part' as const,
    document_id: publicId('document', item.open_item_id),
    end_customer_id: item.end_customer_id,
    iban: bill.iban,
    creditor: presentParty(bill.creditor),
    debtor: bill.debtor && presentParty(bill.debtor),
    amount: presentMoney(item.open_amount_minor, bill.currency),
    reference_type: bill.reference_type,
    reference: bill.reference,
    message: bill.message,
    text: writeQrCode(bill),
  }
}

/** @throws ApiError not_found; state_conflict with each reason why there is no bill */
export async function findBill(
  deps: ApiDeps,
  request: ReadRequest<PaymentPartQuery>,
): Promise<{ readonly item: BilledItemRow; readonly bill: QrBill }> {
  const { iban } = request.query
  const { item, accounts } = await findBilled(deps, request)
  const named = iban?.replaceAll(' ', '').toUpperCase()
  const bill = billOfDocument(item, named === undefined ? accounts : thatOne(accounts, named))
  if (!('length' in bill)) return { item, bill }
  const refusals = named === undefined ? bill : withUnknown(bill, named, accounts)
  throw new ApiError('state_conflict', refusals.map(({ message }) => message).join(' '), refusals)
}

/** The document, and the accounts of its end customer at banks. */
export async function findBilled(
  { pool }: ApiDeps,
  { caller, query, params }: Pick<ReadRequest<OneQuery>, 'caller' | 'query' | 'params'>,
): Promise<{ readonly item: BilledItemRow; readonly accounts: readonly OwnAccount[] }> {
  const visible = visibleCustomers(caller, query.end_customer_id)
  const item = await findSubject('document', params.document_id, (uuid) => findBilledItem(pool, uuid, visible))
  const { end_customer_id } = item
  const names = await listAccountNames(pool, end_customer_id, todayInSwitzerland(), [])
  const pairs = await listBankAccounts(pool, end_customer_id)
  const accounts = ownAccounts(
    names.map(({ name }) => name),
    pairs,
  )
  return { item, accounts }
}

/** The account that one of its names means. */
function thatOne(accounts: readonly OwnAccount[], name: string): OwnAccount[] {
  return accounts.filter(({ iban, qr_iban }) => iban === name || qr_iban === name)
}

/** Where none has that name, this is what is wrong, and not that the end customer has no account. */
function withUnknown(
  refusals: readonly BillRefusal[],
  name: string,
  accounts: readonly OwnAccount[],
): readonly BillRefusal[] {
  if (thatOne(accounts, name).length > 0) return refusals
  return [...refusals.filter(({ pointer }) => pointer !== '/iban'), refusalOfUnknown(name, accounts)]
}
