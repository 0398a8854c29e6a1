import { keyOfItem, type NamedVoucherItem } from '../../documents/voucher-item.ts'
import type { PreparedFact } from '../prepare-fact.ts'

/** An open item that a voucher names, as it is found among those that were loaded. */
export type ItemNamed = {
  readonly end_customer_id: string
  readonly key: string
  readonly item: NamedVoucherItem
  /** A voucher revalues it: then it counts what was open on a day. */
  readonly is_revalued: boolean
  /** A voucher that names it has tax, which may reduce its document, or writes it off. */
  readonly is_taxed: boolean
  /** The days of the vouchers that name it. */
  readonly from: string
  readonly to: string
}

/** The open items that the vouchers among some facts name, each once. */
export function itemsNamed(facts: readonly PreparedFact[]): ItemNamed[] {
  const distinct = new Map<string, ItemNamed>()
  for (const { end_customer_id, document } of facts) {
    if (document.fact_type !== 'journal_voucher') continue
    const hasTax = document.lines.some(({ tax_code }) => tax_code !== null && tax_code !== 'NONE')
    for (const { open_item: item } of document.lines) {
      if (item === null || item.by === 'new') continue
      const key = keyOfItem(item)
      const name = `${end_customer_id} ${key}`
      const { business_date: day } = document
      const known = distinct.get(name) ?? { is_revalued: false, is_taxed: false, from: day, to: day }
      const is_revalued = item.purpose === 'revaluation' || known.is_revalued
      const is_taxed = hasTax || item.purpose === 'write_off' || known.is_taxed
      const [from, to] = [day < known.from ? day : known.from, day > known.to ? day : known.to]
      distinct.set(name, { end_customer_id, key, item, is_revalued, is_taxed, from, to })
    }
  }
  return [...distinct.values()]
}
