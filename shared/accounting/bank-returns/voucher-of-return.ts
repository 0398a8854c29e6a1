import { hashOf } from '../../canonical/hash.ts'
import type { JournalVoucherRequest, VoucherLineRequest } from '../../contract/facts/journal-vouchers.ts'
import type { Json } from '../../contract/schema.ts'
import type { VatPeriod } from '../../contract/vat/vat-periods.ts'
import { bankAccountKeys } from '../bank/bank-lines.ts'
import { moneyOf, voucherLine } from '../bank-rules/ruled-amount.ts'
import { keysOfDifference } from '../journal/exchange-difference.ts'
import { accountFor, type PostingSettings } from '../setup/posting-settings.ts'

/** The source system of vouchers that book what came back. */
export const RETURNS_SYSTEM = 'bank_returns'

/** What a settlement has closed of an item in another currency than its money, and the value of that in the books. */
type ExchangedAmount = {
  readonly amount_minor: bigint
  readonly currency: string
  readonly base_minor: bigint
}

/** A part of a payment that came back, with ids as clients see them. */
export type ReturnToBook = {
  readonly end_customer_id: string
  readonly return_id: string
  readonly entry_id: string
  readonly canonical_entry_hash: string
  readonly bank_account: string
  readonly credit_debit: 'CRDT' | 'DBIT'
  readonly currency: string
  readonly posting_date: string
  readonly amount_minor: bigint
  readonly returned_minor: bigint
  readonly item: { readonly account_code: string } & (
    | { readonly document_id: string }
    | { readonly supplier_payable_id: string; readonly exchanged: ExchangedAmount | null }
  )
  readonly vat_period: VatPeriod | undefined
}

/** The voucher that gives a part back to an item: the bank, what it has kept, and the item. Null where no account is mapped. */
export function voucherOfReturn(back: ReturnToBook, settings: PostingSettings): JournalVoucherRequest | null {
  const { currency, posting_date, amount_minor, returned_minor, credit_debit } = back
  if ('exchanged' in back.item && back.item.exchanged !== null)
    return voucherOfExchanged(back, back.item, back.item.exchanged, settings)
  const bank = accountFor(settings, bankAccountKeys(back.bank_account), posting_date)
  const charges = accountFor(settings, ['posting.bank_charges'], posting_date)
  const sign = credit_debit === 'CRDT' ? 1n : -1n
  // Charges are a debit whichever way the money goes.
  const charges_minor = sign * (returned_minor - amount_minor)
  if (bank === undefined || (charges === undefined && charges_minor !== 0n)) return null
  const { account_code } = back.item
  const lines: VoucherLineRequest[] = [
    voucherLine(bank, sign * amount_minor, currency),
    ...(charges === undefined || charges_minor === 0n ? [] : [voucherLine(charges, charges_minor, currency)]),
    voucherLine(account_code, -sign * returned_minor, currency, { open_item: namedIn(back) }),
  ]
  return factOf(back, lines)
}

function namedIn({ item }: ReturnToBook) {
  const named =
    'document_id' in item ? { document_id: item.document_id } : { supplier_payable_id: item.supplier_payable_id }
  return { ...named, purpose: 'payment' as const }
}

/** The whole of a payment, at the rate of another day: the item has its value again, and what lacks or is left is loss or gain. */
function voucherOfExchanged(
  back: ReturnToBook,
  { account_code }: ReturnToBook['item'],
  exchanged: ExchangedAmount,
  settings: PostingSettings,
): JournalVoucherRequest | null {
  const { currency, posting_date, amount_minor } = back
  const { base_minor } = exchanged
  const sign = back.credit_debit === 'CRDT' ? 1n : -1n
  const gained_minor = sign * (amount_minor - base_minor)
  const keys = keysOfDifference(gained_minor)
  const bank = accountFor(settings, bankAccountKeys(back.bank_account), posting_date)
  const difference = keys === null ? null : accountFor(settings, keys, posting_date)
  if (bank === undefined || difference === undefined) return null
  const base_amount = moneyOf(base_minor, currency)
  const open_item = namedIn(back)
  return factOf(back, [
    voucherLine(bank, sign * amount_minor, currency),
    ...(difference === null ? [] : [voucherLine(difference, -gained_minor, currency)]),
    voucherLine(account_code, -sign * exchanged.amount_minor, exchanged.currency, { base_amount, open_item }),
  ])
}

function factOf(back: ReturnToBook, lines: VoucherLineRequest[]): JournalVoucherRequest {
  const { end_customer_id, return_id, entry_id, canonical_entry_hash, vat_period } = back
  const payload = {
    text: back.credit_debit === 'CRDT' ? 'Zahlung zurückgekommen' : 'Zahlung zurückgebucht',
    lines,
    bank_entries: [{ entry_id, amount: moneyOf(back.amount_minor, back.currency) }],
  }
  return {
    business_date: back.posting_date,
    end_customer_id,
    external_reference: `${return_id}: ${entry_id}`,
    idempotency_key: return_id,
    source_hash: canonical_entry_hash,
    source_payload_hash: hashOf(payload as Json),
    source_system: RETURNS_SYSTEM,
    evidence_links: [{ sha256: canonical_entry_hash, type: 'bank_entry' }],
    ...(vat_period && { vat_period }),
    fact_type: 'journal_voucher',
    payload,
  }
}
