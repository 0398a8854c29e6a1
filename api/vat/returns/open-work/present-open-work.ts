import { OPEN_WORK, type OpenWork, openWorkInWords } from '../../../../shared/accounting/vat/filing/open-work.ts'
import type { ReturnRead } from '../../../../shared/accounting/vat/filing/return-read.ts'
import { publicId } from '../../../../shared/process/ids.ts'

/** What of the days of a return is not booked; a return that was filed keeps what was accepted. */
export function presentOpenWork({ open_work = [], end_customer_id, declaration }: ReturnRead) {
  const { period, from, to, consideration } = declaration
  return open_work.map(({ accepted_because = null, ...work }) => ({
    code: work.code,
    count: work.count,
    is_at_least: work.is_at_least,
    message: openWorkInWords(work, period.name),
    remedy: OPEN_WORK[work.code].remedy,
    look_at: [...listsOf(work, { end_customer_id, from, to }), ...pathsOf(work)],
    must_be_accepted: OPEN_WORK[work.code].must_be_accepted(consideration),
    accepted_because,
  }))
}

type Days = { readonly end_customer_id: string; readonly from: string; readonly to: string }

function listsOf({ code, count, blocked }: OpenWork, { end_customer_id, from, to }: Days): string[] {
  const list = (path: string, filter: object) => `${path}?${new URLSearchParams({ end_customer_id, ...filter })}`
  if (code === 'facts_not_booked')
    return [
      ...(blocked > 0 ? [list('/v1/source-facts', { state: 'blocked' })] : []),
      ...(count > blocked ? [list('/v1/source-facts', { state: 'received' })] : []),
    ]
  if (code === 'tax_not_due_at_end') return [list('/v1/tax-not-due', { date: to })]
  if (code === 'taken_over_without_balance') return [list('/v1/tax-records', { kind: 'taken_over', to_date: to })]
  if (code !== 'bank_entries_not_booked') return []
  const days = { from_date: from, to_date: to }
  return ['unbooked', 'partly_booked'].map((booking_state) => list('/v1/camt-053/entries', { booking_state, ...days }))
}

function pathsOf({ first }: OpenWork): string[] {
  const paths = first.map(({ kind, id }) => {
    const public_id = kind === 'receivable' || kind === 'payable' ? id : publicId(kind, id)
    return {
      source_fact: `/v1/source-facts/${public_id}`,
      payment_allocation: `/v1/allocations/${public_id}`,
      supplier_payable: `/v1/supplier-payables/${public_id}/settlements`,
      camt053_entry: `/v1/camt-053/entries/${public_id}`,
      payment: `/v1/payments/${public_id}`,
      receivable: `/v1/documents/${publicId('document', id)}`,
      payable: `/v1/supplier-payables/${publicId('supplier_payable', id)}`,
    }[kind]
  })
  return [...new Set(paths)]
}
