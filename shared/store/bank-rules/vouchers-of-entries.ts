import { factOfRule } from '../../accounting/bank-rules/fact-of-rule.ts'
import type { PayableOfSupplier } from '../../accounting/bank-rules/payable-to-settle.ts'
import type { RuleRefusal } from '../../accounting/bank-rules/ruled-amount.ts'
import { linesOfRule } from '../../accounting/bank-rules/voucher-of-rule.ts'
import type { PostingSettings } from '../../accounting/setup/posting-settings.ts'
import { compact } from '../../camt053/matching/compare-texts.ts'
import { otherNumberIn, saidNumbers } from '../../camt053/matching/named/other-number.ts'
import { isOfOtherReference } from '../../camt053/matching/orders/other-reference.ts'
import { referencesOf, textsOfEntry } from '../../camt053/matching/ruled-bank-entry.ts'
import type { BankRuleAction } from '../../contract/bank-rules/bank-rule-parts.ts'
import type { JournalVoucherRequest } from '../../contract/facts/journal-vouchers.ts'
import { publicId, uuidOf } from '../../process/ids.ts'
import { type Db, row, sql } from '../db/database.ts'
import { isOnSide } from '../open-items/open-item-sides.ts'
import { orderedNow } from '../open-items/ordered-now.ts'
import type { EntryToRule } from './entries-to-rule.ts'

/** A version of a rule, as far as it books. */
export type BookingRule = {
  readonly end_customer_id: string
  readonly rule_id: string
  readonly version: number
  readonly action: BankRuleAction
}

/** The voucher by which a rule would book a bank entry, or why there is none. */
export function voucherOfEntry(
  rule: BookingRule,
  entry: EntryToRule,
  settings: PostingSettings,
  payables: readonly OpenPayable[],
  booking_id: string,
): { readonly voucher: JournalVoucherRequest } | RuleRefusal {
  const made = linesOfRule(rule.action, entry, settings, payablesFor(entry, payables))
  if ('code' in made) return made
  const named = {
    end_customer_id: rule.end_customer_id,
    rule_id: publicId('bank_rule', rule.rule_id),
    version: rule.version,
    entry_id: publicId('camt053_entry', entry.entry_id),
    canonical_entry_hash: entry.canonical_entry_hash,
    booking_id: publicId('bank_rule_booking', booking_id),
  }
  return { voucher: factOfRule(named, rule.action, made, entry) }
}

/** An open payable, with what its debit may name. */
export type OpenPayable = Omit<PayableOfSupplier, 'named_otherwise'> & {
  readonly payment_reference: string | null
  readonly document_number: string | null
}

function payablesFor(entry: EntryToRule, payables: readonly OpenPayable[]): PayableOfSupplier[] {
  if (payables.length === 0) return []
  const references = referencesOf(entry)
  const said = saidNumbers(textsOfEntry(entry))
  const own = new Set(references.map(compact))
  return payables.map(({ payment_reference, document_number, ...payable }) => {
    const isOwn = payment_reference !== null && own.has(compact(payment_reference))
    const isOtherNumber = !isOwn && otherNumberIn(said, document_number) !== null
    const isOtherReference = isOfOtherReference(references, payment_reference)
    const other = isOtherNumber ? `number ${document_number}` : null
    return { ...payable, named_otherwise: isOtherReference ? `reference ${payment_reference}` : other }
  })
}

/** The payable that a voucher of a rule pays; null for one that books other lines. */
export function payableSettledBy({ payload }: JournalVoucherRequest): string | null {
  const [settled] = payload.lines.flatMap(({ open_item }) => open_item?.supplier_payable_id ?? [])
  return settled === undefined ? null : uuidOf('supplier_payable', settled)
}

type PayableRow = Omit<OpenPayable, 'public_id'> & { readonly open_item_id: string }

/** Open payables of the supplier that a rule settles; none for a rule with lines. */
export async function findPayablesOfRule(
  db: Db,
  { end_customer_id, action }: BookingRule,
): Promise<readonly OpenPayable[]> {
  const { settle_payable_of: supplier } = action
  if (!supplier) return []
  const isSuppliers =
    supplier.reference === undefined
      ? isNamed(end_customer_id, supplier.name ?? '')
      : sql.fragment`partner_reference = ${supplier.reference}`
  const rows = await db.any(sql.type(row<PayableRow>())`
    select open_item_id, account_code, currency, open_amount_minor, payment_reference, document_number,
      ${orderedNow} ->> 'bank_account' as ordered_from
    from open_items item
    where end_customer_id = ${end_customer_id} and ${isOnSide('supplier_payable')} and open_amount_minor > 0
      and ${isSuppliers}
    order by open_item_id
  `)
  return rows.map(({ open_item_id, ...payable }) => ({
    ...payable,
    public_id: publicId('supplier_payable', open_item_id),
  }))
}

/** Names are compared as partners everywhere are, once for all payables of a name. */
function isNamed(end_customer_id: string, name: string) {
  return sql.fragment`partner_name = any(array(
    select partner_name
    from (
      select distinct partner_name from open_items
      where end_customer_id = ${end_customer_id} and ${isOnSide('supplier_payable')} and open_amount_minor > 0
      offset 0
    ) named
    where partner_name_key(partner_name) = partner_name_key(${name})
  ))`
}
