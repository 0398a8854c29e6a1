import { comparableName } from '../../documents/comparable-text.ts'
import { type Finding, forVouchers, type RuleContext } from '../../documents/rule-context.ts'
import type { NewItemKind } from '../../documents/voucher-item.ts'
import { itemsOfVoucher } from '../../open-items/items-of-voucher.ts'
import type { LineOfItem } from '../../open-items/line-of-item.ts'
import type { PreparedFact } from '../prepare-fact.ts'

/** An open item of another system that a voucher has taken over, by what it has in common with one that is sent twice. */
export type TakenOverItem = {
  readonly kind: NewItemKind
  readonly partner_name: string
  readonly partner_reference: string | null
  /** That of the document; without one, the payment reference. */
  readonly number: string
  readonly currency: string
  /** Signed like the item. */
  readonly amount_minor: bigint
}
/** With the reference of the fact that opened it. */
export type TakenOverBefore = TakenOverItem & { readonly end_customer_id: string; readonly external_reference: string }
export type TakenOverWanted = Pick<TakenOverItem, 'number' | 'amount_minor'> & { readonly end_customer_id: string }

/** References of the facts that took items over, by the keys of these items. */
type ReferencesByKey = Map<string, string>

/** What to look for among the items that were taken over, each once. An amount has the sign of its kind, so both count. */
export function takenOverWanted(facts: readonly PreparedFact[]): TakenOverWanted[] {
  const distinct = new Map<string, TakenOverWanted>()
  for (const { end_customer_id, document } of facts) {
    if (document.fact_type !== 'journal_voucher' || document.entry_type !== 'opening') continue
    for (const { open_item, amount } of document.lines) {
      const number = open_item?.by === 'new' ? numberOf(open_item.item) : null
      if (number === null) continue
      for (const amount_minor of [amount.amount_minor, -amount.amount_minor])
        distinct.set(`${end_customer_id} ${amount_minor} ${number}`, { end_customer_id, number, amount_minor })
    }
  }
  return [...distinct.values()]
}

/** By end customer, the first of each key first. */
export function takenOverByCustomer(items: readonly TakenOverBefore[]): Map<string, ReferencesByKey> {
  const grouped = new Map<string, ReferencesByKey>()
  for (const item of items) remember(grouped, item.end_customer_id, item, item.external_reference)
  return grouped
}

/** Lets later vouchers of a batch see the items that a posted one has taken over. */
export function keepTakenOver(
  grouped: Map<string, ReferencesByKey>,
  { end_customer_id, external_reference }: PreparedFact,
  context: RuleContext,
): void {
  const { document } = context
  if (document.fact_type !== 'journal_voucher' || document.entry_type !== 'opening') return
  for (const line of itemsOfVoucher(document, context).lines) {
    const item = takenOverBy(line)
    if (item) remember(grouped, end_customer_id, item, external_reference)
  }
}

/** Items of the same kind, partner, number and amount that were taken over before, or by a line before. */
export const findTakenOverTwice = forVouchers(({ document, taken_over, ...context }) => {
  const { posted_with_same_reference, duplicate_of } = context
  // The voucher as a whole is there already, and blocked.
  if (document.entry_type !== 'opening' || posted_with_same_reference !== null || duplicate_of !== null) return []
  const byLine = new Map<string, string>()
  return itemsOfVoucher(document, context).lines.flatMap((line): Finding[] => {
    const keys = keysOf(takenOverBy(line))
    const [reference] = keys.flatMap((key) => taken_over.get(key) ?? [])
    const [other] = keys.flatMap((key) => byLine.get(key) ?? [])
    for (const key of keys) if (!byLine.has(key)) byLine.set(key, `line ${line.index + 1}`)
    const opener = reference === undefined ? other : `the fact with external reference ${reference}`
    if (opener === undefined) return []
    const message = `Kind, partner, number and amount are those of an open item of ${opener}.`
    return [{ message, pointer: `/payload/lines/${line.index}/open_item` }]
  })
})

function takenOverBy({ opens, currency, amount_minor }: LineOfItem): TakenOverItem | null {
  const number = opens && numberOf(opens)
  if (opens === null || number === null) return null
  const { name: partner_name, reference: partner_reference } = opens.partner
  return { kind: opens.kind, partner_name, partner_reference, number, currency, amount_minor }
}

/** Without a number two equal items are two events. */
function numberOf(item: { readonly document_number: string | null; readonly payment_reference: string | null }) {
  return item.document_number ?? item.payment_reference
}

/** Two items have a key in common if their partners have the same name, as far as spelling tells, or reference. */
function keysOf(item: TakenOverItem | null): string[] {
  if (item === null) return []
  const { kind, partner_name, partner_reference, number, currency, amount_minor } = item
  const partners = [`name ${comparableName(partner_name)}`]
  if (partner_reference !== null) partners.push(`reference ${partner_reference}`)
  // No text that PostgreSQL holds has the character that separates the two.
  return partners.map((partner) => `${kind} ${currency} ${amount_minor} ${number}\0${partner}`)
}

function remember(
  grouped: Map<string, ReferencesByKey>,
  end_customer_id: string,
  item: TakenOverItem,
  external_reference: string,
): void {
  const known = grouped.get(end_customer_id) ?? new Map()
  for (const key of keysOf(item)) if (!known.has(key)) known.set(key, external_reference)
  grouped.set(end_customer_id, known)
}
