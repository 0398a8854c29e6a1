import { expect } from 'chai'
import { firstOf, post } from '../../../support/client.ts'
import {
  chf,
  credit,
  debit,
  EXPENSES,
  expense,
  INVOICES,
  invoice,
  taxLine,
} from '../../../support/requests/examples.ts'

/** Lines of an invoice for December and January. */
export const OF_BOTH_YEARS = [
  { ...taxLine('V81', 50_000, 4_050), supply_period: { from: '2025-12-01', to: '2025-12-31' } },
  { ...taxLine('V81', 50_000, 4_050), supply_period: { from: '2026-01-01', to: '2026-01-31' } },
]

export const takes = (document_id: string, purpose: string) => ({ open_item: { document_id, purpose } })

export function setOff(invoice_id: string, note_id: string, amount: number) {
  return [credit('1100', amount, takes(invoice_id, 'set_off')), debit('1100', amount, takes(note_id, 'set_off'))]
}

export function loss(document_id: string, tax: number) {
  return [
    debit('3805', 50_000),
    debit('2200', tax, { tax_code: 'VS81', tax_base: chf(50_000) }),
    credit('1100', 54_050, takes(document_id, 'write_off')),
  ]
}

/** Documents of 10 February 2026 that say when it was supplied. */
export function documentsOf(customer: () => string) {
  const of = (tax_lines: object[], gross: number, supply_date: string) => ({
    business_date: '2026-02-10',
    payload: { document_date: '2026-02-10', supply_date, gross_amount: chf(gross), tax_lines },
    ...(gross < 0 ? { cause: 'consideration_changed' } : {}),
  })
  const noted = async (lines: object[], gross: number, supply_date = '2025-11-10') => {
    const { body } = await post(INVOICES, invoice(customer(), of(lines, gross, supply_date)), { wait: 10 })
    expect(body.state, JSON.stringify(body.blockers)).to.equal('posted')
    return firstOf('documents', customer(), `&source_fact_id=${body.id}`)
  }
  const billed = async (lines: object[], gross: number, supply_date = '2025-11-10') => {
    const { body } = await post(EXPENSES, expense(customer(), of(lines, gross, supply_date)), { wait: 10 })
    expect(body.state, JSON.stringify(body.blockers)).to.equal('posted')
    return firstOf('supplier-payables', customer(), `&source_fact_id=${body.id}`)
  }
  return { noted, billed }
}
