import type { PayableOfSupplier } from '../../accounting/bank-rules/payable-to-settle.ts'
import { type OfOneAmount, otherThatFits } from '../../camt053/matching/meant/other-supplier.ts'
import { laterMonthIn, textOfMonths } from '../../camt053/matching/named/months-of-bills.ts'
import { isNumberSaid, otherNumberIn, saidNumbers } from '../../camt053/matching/named/other-number.ts'
import { hasOwnReference, isOfOtherReference } from '../../camt053/matching/orders/other-reference.ts'
import { referencesOf, ruledBankEntryOf, textsOfEntry } from '../../camt053/matching/ruled-bank-entry.ts'
import type { BankRuleAction } from '../../contract/bank-rules/bank-rule-parts.ts'
import { publicId } from '../../process/ids.ts'
import { type Db, row, sql } from '../db/database.ts'
import { ibanOfDocument } from '../open-items/named/compacted.ts'
import { isOnSide } from '../open-items/open-item-sides.ts'
import { orderedNow } from '../open-items/ordered-now.ts'
import type { EntryToRule } from './entries-to-rule.ts'

type OpenPayable = Omit<PayableOfSupplier, 'named_otherwise' | 'also_fits'> & {
  readonly payment_reference: string | null
  readonly document_number: string | null
  readonly document_date: string
  readonly due_date: string | null
  readonly partner_name: string
  readonly partner_key: string
  /** The account of its document. */
  readonly iban: string | null
}

/** The open payables that a rule may pay, with what their debits may name, and those of other suppliers with one of these amounts. */
export type PayablesOfRule = { readonly own: readonly OpenPayable[]; readonly of_others: readonly OfOneAmount[] }

export const NO_PAYABLES: PayablesOfRule = { own: [], of_others: [] }

/** Each with what speaks against it, of this bank entry. */
export function payablesFor(entry: EntryToRule, { own, of_others }: PayablesOfRule): PayableOfSupplier[] {
  if (own.length === 0) return []
  const references = referencesOf(entry)
  const text = textsOfEntry(entry)
  const [said, months] = [saidNumbers(text), textOfMonths(text)]
  const { transactions } = ruledBankEntryOf(entry)
  return own.map(
    ({
      payment_reference,
      document_number,
      document_date,
      due_date,
      iban,
      partner_name,
      partner_key: _,
      ...payable
    }) => {
      const isOwn = hasOwnReference(references, payment_reference)
      const isOtherNumber = !isOwn && otherNumberIn(said, document_number) !== null
      const isNumbered = document_number !== null && isNumberSaid(said, document_number)
      const document = { document_number, document_date, due_date, partner_name }
      const isLater = !isOwn && !isNumbered && laterMonthIn(months, document) !== null
      const otherwise: readonly (readonly [boolean, string])[] = [
        [isOfOtherReference(references, payment_reference), `reference ${payment_reference}`],
        [isOtherNumber, `number ${document_number}`],
        [isLater, `date ${document_date}`],
      ]
      return {
        ...payable,
        named_otherwise: otherwise.find(([is]) => is)?.[1] ?? null,
        also_fits: isOwn ? null : otherThatFits(transactions, { ...payable, iban }, of_others),
      }
    },
  )
}

type KeyOfPayable = { readonly open_item_id: string }

/** None for a rule with lines. */
export async function findPayablesOfRule(
  db: Db,
  { end_customer_id, action }: { readonly end_customer_id: string; readonly action: BankRuleAction },
): Promise<PayablesOfRule> {
  const { settle_payable_of: supplier } = action
  if (!supplier) return NO_PAYABLES
  const isSuppliers =
    supplier.reference === undefined
      ? isNamed(end_customer_id, supplier.name ?? '')
      : sql.fragment`partner_reference = ${supplier.reference}`
  const isOpen = sql.fragment`
    end_customer_id = ${end_customer_id} and ${isOnSide('supplier_payable')} and open_amount_minor > 0
  `
  const own = await db.any(sql.type(row<Omit<OpenPayable, 'public_id'> & KeyOfPayable>())`
    select open_item_id, account_code, currency, open_amount_minor, payment_reference, document_number, document_date, due_date,
      partner_name,
      partner_key(partner_reference, partner_name) as partner_key,
      ${orderedNow} ->> 'bank_account' as ordered_from, ${ibanOfDocument('item')} as iban
    from open_items item
    where ${isOpen} and ${isSuppliers}
    order by open_item_id
  `)
  if (own.length === 0) return NO_PAYABLES
  const amounts = [...new Set(own.map(({ open_amount_minor }) => open_amount_minor))]
  const of_others = await db.any(sql.type(row<Omit<OfOneAmount, 'public_id'> & KeyOfPayable>())`
    select open_item_id, currency, open_amount_minor, partner_name, ${ibanOfDocument('item')} as iban
    from open_items item
    where ${isOpen} and open_amount_minor = any(${sql.array(amounts, 'int8')}) and (${isSuppliers}) is not true
    order by open_item_id
  `)
  return { own: own.map(withPublicId), of_others: of_others.map(withPublicId) }
}

function withPublicId<Item extends KeyOfPayable>({ open_item_id, ...item }: Item) {
  return { ...item, public_id: publicId('supplier_payable', open_item_id) }
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
