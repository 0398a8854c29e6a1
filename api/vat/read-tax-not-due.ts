import type { TaxNotDueQuery } from '../../shared/contract/vat/tax-not-due.ts'
import { publicId, uuidOf } from '../../shared/process/ids.ts'
import { type ItemNotDueRow, listTaxNotDue } from '../../shared/store/vat/tax-not-due.ts'
import type { ApiDeps } from '../http/api-deps.ts'
import type { ReadRequest } from '../http/endpoint.ts'
import { presentPage, unknownCursor } from '../http/page.ts'
import { presentMoney } from '../http/present-money.ts'

/** Tax of open items that is due with their payment, at the end of a day: together it is `tax_not_due` of a return. */
export async function readTaxNotDue({ pool }: ApiDeps, { query }: ReadRequest<TaxNotDueQuery>) {
  const { end_customer_id, date, limit = 100, starting_after } = query
  const after = starting_after === undefined ? null : itemOf(starting_after)
  const page = await listTaxNotDue(pool, end_customer_id, { date, after, limit })
  return presentPage('tax_not_due_list', page, presentTaxNotDue)
}

function itemOf(id: string): string {
  const uuid = uuidOf('document', id) ?? uuidOf('supplier_payable', id)
  if (uuid === null) throw unknownCursor()
  return uuid
}

function presentTaxNotDue({ open_item_id, kind, base_currency, taxes, ...item }: ItemNotDueRow) {
  const { journal_entry_id, posting_date, partner_name, document_number } = item
  return {
    object: 'tax_not_due',
    id: publicId(kind === 'payable' ? 'supplier_payable' : 'document', open_item_id),
    kind,
    journal_entry_id: publicId('journal_entry', journal_entry_id),
    posting_date,
    partner_name,
    document_number,
    taxes: taxes.map(({ base_minor, tax_minor, ...line }) => ({
      ...line,
      base_amount: presentMoney(BigInt(base_minor), base_currency),
      tax_amount: presentMoney(BigInt(tax_minor), base_currency),
    })),
  }
}
