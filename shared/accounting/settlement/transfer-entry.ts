import { hashOf } from '../../canonical/hash.ts'
import type { TaxSnapshot } from '../documents/tax-record.ts'
import { moneyBlockers } from '../journal/money-blockers.ts'
import type { PostingBlocker } from '../journal/posting-rules.ts'
import type { AccountOfDay } from '../setup/of-day.ts'
import { accountFor, type PostingSettings } from '../setup/posting-settings.ts'
import { dayInReturn } from '../vat/consideration/transfer-in-own-method.ts'
import type { MoneyEntry } from './entry-of-legs.ts'
import type { Leg } from './leg.ts'

/** Its lines stand on the first account of tax that is mapped and active: whoever only buys needs none of output tax. */
const ROLES = [
  'posting.output_tax',
  'posting.input_tax.operating',
  'posting.input_tax.material',
  'posting.acquisition_tax',
]

type TransferToBook = {
  readonly end_customer_id: string
  readonly transfer_id: string
  readonly to: string
  readonly on: string
  readonly items: number
  /** Who has changed the registration. */
  readonly actor_id: string
  readonly posting_date: string
  readonly currency: string
  /** Some of its tax corrects a filed return. */
  readonly is_correction: boolean
}

/** The entry that transfers the tax of open items, without its lines. The change of the registration asked for it. */
export function moneyEntryOfTransfer(transfer: TransferToBook): MoneyEntry {
  const { end_customer_id, transfer_id, to, on, items, posting_date, currency, actor_id } = transfer
  const of_change = { consideration: to, valid_from: on, open_items: items }
  const source_hash = hashOf(of_change)
  return {
    end_customer_id,
    source_type: 'vat_transfer',
    source_id: transfer_id,
    source_snapshot: {
      transfer: of_change,
      evidence_hashes: {
        attachment_hashes: [],
        evidence_link_hashes: [],
        source_hash,
        source_payload_hash: source_hash,
      },
    },
    posting_date,
    description: `MWST: Wechsel der Abrechnungsart am ${on}`,
    currency,
    bank_account: null,
    actor_id,
    request_id: transfer_id,
    ...(transfer.is_correction && { vat_period: 'correction' as const }),
  }
}

/**
 * The legs of such an entry: the tax, or without any its base, from an account of tax to itself. They move nothing; the records
 * count in the return of the day of the change, or of the first day that is not filed.
 */
export function legsOfTransfer(
  records: readonly TaxSnapshot[],
  posting_date: string,
  settings: PostingSettings,
  accounts: readonly AccountOfDay[],
): Leg[] {
  const { vat_filed_through = null } = settings
  const sumOf = (amountOf: (record: TaxSnapshot) => bigint) =>
    records.reduce((sum, record) => sum + (amountOf(record) < 0n ? -amountOf(record) : amountOf(record)), 0n)
  const tax = sumOf(({ tax_minor }) => tax_minor)
  const amount_minor = tax === 0n ? sumOf(({ base_minor }) => base_minor) : tax
  const tax_due = records.map((record) => dated(record, posting_date, vat_filed_through))
  const leg = {
    account: { keys: keysOfTransfer(settings, posting_date, accounts) },
    amount_minor,
    base_minor: amount_minor,
  }
  return [
    { ...leg, tax_due },
    { ...leg, amount_minor: -amount_minor, base_minor: -amount_minor, tax_due: [] },
  ]
}

/** The accounts of which such an entry needs one. */
export function accountsOfTransfer(settings: PostingSettings, posting_date: string): readonly string[] {
  return [...new Set(ROLES.flatMap((key) => accountFor(settings, [key], posting_date) ?? []))]
}

/** The role of the first account that is active; all of them where none is, so that what is missing is named. */
function keysOfTransfer(
  settings: PostingSettings,
  posting_date: string,
  accounts: readonly AccountOfDay[],
): readonly string[] {
  const active = new Set(accounts.flatMap(({ account_code, status }) => (status === 'active' ? account_code : [])))
  const role = ROLES.find((key) => active.has(accountFor(settings, [key], posting_date) ?? ''))
  return role === undefined ? ROLES : [role]
}

/** What keeps such an entry from being booked, whatever it transfers. */
export function blockersOfTransfer(
  settings: PostingSettings,
  posting_date: string,
  today: string,
  accounts: readonly AccountOfDay[],
): PostingBlocker[] {
  const keys = keysOfTransfer(settings, posting_date, accounts)
  const account_code = accountFor(settings, keys, posting_date)
  const status = accounts.find((account) => account.account_code === account_code)?.status
  const account = { account_code, keys, status, pointer: '' }
  return moneyBlockers({ settings, posting_date, today, accounts: [account], missing_rates: [], size: null })
}

/** What corrects the last return of another method stays there. */
function dated(record: TaxSnapshot, posting_date: string, filed_through: string | null): TaxSnapshot {
  const { tax_date = posting_date, ...rest } = record
  if (record.vat_period !== undefined) return record
  const day = dayInReturn(tax_date, filed_through)
  return day === posting_date ? rest : { ...rest, tax_date: day }
}
