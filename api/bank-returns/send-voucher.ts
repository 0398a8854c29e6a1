import { voucherOfReturn } from '../../shared/accounting/bank-returns/voucher-of-return.ts'
import type { PostingSettings } from '../../shared/accounting/setup/posting-settings.ts'
import type { BankReturnRequest } from '../../shared/contract/bank-returns/bank-returns.ts'
import type { JournalVoucherRequest } from '../../shared/contract/facts/journal-vouchers.ts'
import { ApiError } from '../../shared/contract/platform/errors.ts'
import { vatPeriodOf } from '../../shared/contract/vat/vat-periods.ts'
import { todayInSwitzerland } from '../../shared/process/clock.ts'
import { publicId } from '../../shared/process/ids.ts'
import type { NewBankReturn } from '../../shared/store/bank-returns/bank-returns.ts'
import { findItemOfReturn } from '../../shared/store/bank-returns/item-of-return.ts'
import { findBlockersOf } from '../../shared/store/bank-rules/decide-vouchers.ts'
import type { Tx } from '../../shared/store/db/database.ts'
import { acceptVoucher } from '../../shared/store/facts/accept-voucher.ts'
import { readPostingSettings } from '../../shared/store/setup/posting-settings.ts'
import type { MutatingRequest } from '../http/endpoint.ts'
import type { ProposedReturn } from './find-proposed-return.ts'

/** Sends the voucher that gives a part of a payment back to its item. @returns its id */
export async function sendVoucher(
  tx: Tx,
  { body, caller, end_customer_id, request_id }: MutatingRequest<BankReturnRequest>,
  { back, plan }: ProposedReturn,
  returned: NewBankReturn,
): Promise<string> {
  const item = await findItemOfReturn(tx, returned)
  if (!item) throw itemNotPlain(returned.returned_of)
  const settings = (await readPostingSettings(tx, [end_customer_id])).get(end_customer_id)
  const { canonical_entry_hash, bank_account, credit_debit, currency, day } = back
  const named = {
    end_customer_id,
    return_id: publicId('bank_return', returned.return_id),
    entry_id: publicId('camt053_entry', back.entry_id),
  }
  const part = {
    ...named,
    ...{ canonical_entry_hash, bank_account, credit_debit, currency, item },
    posting_date: body.posting_date ?? day,
    amount_minor: returned.amount_minor,
    returned_minor: plan.returned_minor,
    vat_period: vatPeriodOf(body) ?? undefined,
  }
  const voucher = settings && voucherOfReturn(part, settings)
  if (!voucher) throw conflict('No account is mapped to posting.bank or posting.bank_charges on that day.')
  await requireOwnMethod(tx, settings, voucher)
  return acceptVoucher(tx, voucher, { client_id: caller.client_id, actor_id: caller.key_id, request_id })
}

/**
 * A voucher whose tax counts in a return of another method would wait for a word that only this request can say.
 *
 * @throws ApiError state_conflict with what to say instead
 */
async function requireOwnMethod(tx: Tx, settings: PostingSettings, voucher: JournalVoucherRequest): Promise<void> {
  if (new Set(settings.vat_registrations.map(({ method }) => method)).size < 2) return
  const [blockers = []] = await findBlockersOf(tx, settings, [voucher], todayInSwitzerland())
  const stranded = blockers.find(({ code }) => code === 'tax_of_other_method')
  if (!stranded) return
  const message = `${stranded.message} Send cause: error, or vat_period: correction or annual_reconciliation, and the tax is taken back where it was declared (Art. 72).`
  throw new ApiError('state_conflict', message, [{ pointer: '/vat_period', code: 'tax_of_other_method', message }])
}

function itemNotPlain(returned_of: string): ApiError {
  return conflict(
    `A part of this ${returned_of} came back, and it is not plain what of: it has several items or advances, credit that is left, or money in another currency. Send a voucher with the bank entry (bank_entries) and the items.`,
  )
}

function conflict(message: string): ApiError {
  return new ApiError('state_conflict', message, [{ pointer: '/candidate_id', code: 'not_allowed', message }])
}
