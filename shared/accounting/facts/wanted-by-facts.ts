import type { JournalVoucher } from '../documents/accounting-document.ts'
import { foreignCurrencies } from '../documents/rates-of-document.ts'
import type { AccountWanted, RateWanted } from '../setup/of-day.ts'
import type { PostingSettings } from '../setup/posting-settings.ts'
import { timeOfRate } from '../vat/time-of-rate.ts'
import type { PreparedFact } from './prepare-fact.ts'

/** The rates that the decisions of these facts depend on. A document that states its own depends on no other. */
export function ratesWanted(
  facts: readonly PreparedFact[],
  settings: ReadonlyMap<string, PostingSettings>,
): RateWanted[] {
  return facts.flatMap(({ end_customer_id, document }) => {
    if (document.rate_e8 !== null) return []
    const its = settings.get(end_customer_id)
    if (!its) return []
    const foreign = foreignCurrencies(document, its.base_currency)
    return foreign.map((currency) => ({ end_customer_id, currency, on_date: timeOfRate(document, its) }))
  })
}

/** Mapped accounts are part of the settings. The others are looked up for the vouchers that name them. */
export function accountsWanted(facts: readonly PreparedFact[]): AccountWanted[] {
  return facts.flatMap(({ end_customer_id, business_date: on_date, document }) =>
    document.fact_type === 'journal_voucher'
      ? document.lines.map(({ account_code }) => ({ end_customer_id, account_code, on_date }))
      : [],
  )
}

/** A bank entry that a voucher names by its id or its canonical hash, or by a payment alone that it gives credit. */
export type NamedByVoucher = {
  readonly end_customer_id: string
  readonly named: string | null
  readonly payment_id: string | null
}

/** The bank entries that vouchers name. Evidence names one only beside a line on an account at the bank. */
export function bankEntriesNamed(
  facts: readonly PreparedFact[],
  settings: ReadonlyMap<string, PostingSettings>,
): NamedByVoucher[] {
  return facts.flatMap(({ end_customer_id, document }) => {
    if (document.fact_type !== 'journal_voucher') return []
    const of = (names: Omit<NamedByVoucher, 'end_customer_id'>[]) => names.map((one) => ({ end_customer_id, ...one }))
    return [...of(bookedEntries(document, settings.get(end_customer_id))), ...of(creditedPayments(document))]
  })
}

function bookedEntries(
  { bank_entries, evidence_hashes, lines }: JournalVoucher,
  settings: PostingSettings | undefined,
) {
  if (bank_entries) return bank_entries.map(({ named, payment_id }) => ({ named, payment_id }))
  const bankAccounts = evidence_hashes.length === 0 ? [] : bankAccountsOf(settings)
  if (!lines.some(({ account_code }) => bankAccounts.includes(account_code))) return []
  return evidence_hashes.map((named) => ({ named, payment_id: null }))
}

/** Nobody gives credit by a debit. */
function creditedPayments({ lines }: JournalVoucher) {
  return lines.flatMap(({ open_item, amount: { amount_minor } }) =>
    open_item?.by === 'payment_id' && amount_minor < 0n ? [{ named: null, payment_id: open_item.id }] : [],
  )
}

function bankAccountsOf(settings: PostingSettings | undefined): string[] {
  const mappings = settings?.mappings.filter(({ mapping_key }) => /^posting\.bank(\.|$)/.test(mapping_key)) ?? []
  return mappings.map(({ account_code }) => account_code)
}
