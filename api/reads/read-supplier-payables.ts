import type { OneQuery } from '../../shared/contract/source-facts.ts'
import type { SupplierPayableQuery } from '../../shared/contract/supplier-payables.ts'
import { ApiError } from '../../shared/errors.ts'
import { publicId, uuidOf } from '../../shared/ids.ts'
import {
  findSupplierPayable,
  listSupplierPayables,
  type SupplierPayableRow,
} from '../../shared/store/supplier-payables.ts'
import { visibleTo } from '../caller.ts'
import type { ApiDeps, ReadRequest } from '../endpoint.ts'
import { presentMoney } from '../present/money.ts'
import { cursorOf, presentPage } from '../present/page.ts'

/** What the end customer owes its suppliers, document by document. */
export async function readSupplierPayables({ pool }: ApiDeps, { query }: ReadRequest<SupplierPayableQuery>) {
  const limit = query.limit ?? 100
  const after = cursorOf('supplier_payable', query.starting_after)
  const source_fact_uuid = query.source_fact_id === undefined ? null : uuidOf('source_fact', query.source_fact_id)
  const isUnknown = query.source_fact_id !== undefined && source_fact_uuid === null
  const rows = isUnknown ? [] : await listSupplierPayables(pool, { ...query, limit, source_fact_uuid }, after)
  return presentPage('supplier_payable_list', rows, limit, presentPayable)
}

/** One open item with what of it is still open. */
export async function readSupplierPayable({ pool }: ApiDeps, { caller, query, params }: ReadRequest<OneQuery>) {
  const id = uuidOf('supplier_payable', params.supplier_payable_id ?? '')
  const payable = id && (await findSupplierPayable(pool, id, visibleTo(caller, query.end_customer_id)))
  if (!payable) throw new ApiError('not_found', 'There is no such supplier payable.')
  return presentPayable(payable)
}

function presentPayable(payable: SupplierPayableRow) {
  const { currency, base_currency } = payable
  return {
    object: 'supplier_payable',
    id: publicId('supplier_payable', payable.supplier_payable_id),
    end_customer_id: payable.end_customer_id,
    source_fact_id: { object: 'source_fact', id: publicId('source_fact', payable.source_fact_id) },
    journal_entry_id: { object: 'journal_entry', id: publicId('journal_entry', payable.journal_entry_id) },
    account_code: payable.account_code,
    supplier_name: payable.supplier_name,
    supplier_reference: payable.supplier_reference,
    document_number: payable.document_number,
    document_date: payable.document_date,
    due_date: payable.due_date,
    payment_reference: payable.payment_reference,
    amount: presentMoney(payable.amount_minor, currency),
    open_amount: presentMoney(payable.open_amount_minor, currency),
    base_amount: presentMoney(payable.base_amount_minor, base_currency),
    base_open_amount: presentMoney(payable.base_open_amount_minor, base_currency),
    state: payable.state,
    created_at: payable.created_at,
  }
}
