import { expect } from 'chai'
import { addDays } from '../../../shared/accounting/amounts/dates.ts'
import { firstOf, post } from '../../support/client.ts'
import { chf, EXPENSES, expense, INVOICES, invoice, taxLine } from '../../support/requests/examples.ts'

const TERMS = { discount_terms: [{ days: 10, discount_bp: 200 }] }
const HOLZ = { name: 'Schreinerei Holz GmbH', iban: 'CH93 0076 2011 6238 5295 7' }
const PAPIER = { name: 'Papier AG', iban: 'CH02 0483 5000 6268 8200 1' }

/** What is open on the page about a day at the bank, by the names that it has there. */
export async function openDocuments(customer: string, day: string) {
  async function sold(net: number, tax: number, document_number: string, name: string, more: object = {}) {
    const about = { document_number, customer: { name, customer_external_reference: name } }
    const dates = { document_date: day, due_date: addDays(day, 10) }
    const payload = { ...about, ...dates, gross_amount: chf(net + tax), tax_lines: [taxLine('V81', net, tax)], ...more }
    const { body } = await post(INVOICES, invoice(customer, { business_date: day, payload }), { wait: 10 })
    expect(body.state, JSON.stringify(body.blockers)).to.equal('posted')
    return (await firstOf('documents', customer, `&source_fact_id=${body.id}`)).id
  }
  async function bought(net: number, tax: number, { name, iban }: typeof HOLZ, more: object = {}) {
    const structured_address = { street_name: 'Weg', post_code: '3000', town_name: 'Bern', country: 'CH' }
    const payload = {
      document_date: day,
      due_date: day,
      supplier_external_reference: name,
      supplier: { name, supplier_external_reference: name, iban, structured_address },
      gross_amount: chf(net + tax),
      tax_lines: [taxLine('I81', net, tax)],
      ...more,
    }
    const { body } = await post(EXPENSES, expense(customer, { business_date: day, payload }), { wait: 10 })
    expect(body.state, JSON.stringify(body.blockers)).to.equal('posted')
    return (await firstOf('supplier-payables', customer, `&source_fact_id=${body.id}`)).id
  }
  return {
    alpha: await sold(100_000, 8_100, 'R-101', 'Alpha AG', TERMS),
    beta: await sold(50_000, 4_050, 'R-102', 'Beta GmbH'),
    gamma: await sold(20_000, 1_620, 'R-103', 'Gamma AG'),
    holz: await bought(100_000, 8_100, HOLZ, TERMS),
    papier: await bought(30_000, 2_430, PAPIER),
  }
}
