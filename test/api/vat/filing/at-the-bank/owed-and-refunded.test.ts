import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { bankEntry, camt053Message } from '../../../../camt053/messages.ts'
import { eventually, findings, quietly } from '../../../../support/books.ts'
import { itemsOf, post, upload } from '../../../../support/client.ts'
import {
  chf,
  credit,
  debit,
  EXPENSES,
  expense,
  INVOICES,
  invoice,
  taxLine,
  VOUCHERS,
  voucher,
} from '../../../../support/requests/examples.ts'
import { there } from '../../../../support/there.ts'
import { booked } from '../../records.ts'
import { newFiler } from '../worked-quarter.ts'

const ESTV = '<Pty><Nm>Eidgenössische Steuerverwaltung ESTV</Nm></Pty>'
const date = '2026-05-28'
const detailsOf = (party: 'Cdtr' | 'Dbtr', text: string) =>
  `<TxDtls><RltdPties><${party}>${ESTV}</${party}></RltdPties><RmtInf><Ustrd>${text}</Ustrd></RmtInf></TxDtls>`

describe('filed VAT returns of both signs at the bank', () => {
  let customer: string
  beforeEach(async () => {
    customer = await newFiler()
  })
  afterEach(async () => expect(await findings(customer)).to.deep.equal([]))

  const file = async (period: string) => {
    const { status, body } = await post(`/v1/vat-returns/${period}/file`, { end_customer_id: customer })
    expect(status, JSON.stringify(body)).to.equal(201)
    return body
  }
  const becomes = async (wanted: unknown[]) => {
    const proposals = () => itemsOf('settlement-candidates', customer, '&target_type=vat_filing')
    await eventually(async () => (await proposals()).length === wanted.length)
    await quietly(customer)
    const found = (await proposals()).map((one) => [
      one.entry_id,
      one.target_vat_filing_id,
      one.proposed_amount,
      one.score,
    ])
    expect(found).to.have.deep.members(wanted)
  }
  const book = (entry_id: string, lines: unknown[]) =>
    booked(VOUCHERS, voucher(customer, { business_date: date, payload: { lines, bank_entries: [{ entry_id }] } }))

  // 81.00 is owed for the first quarter, and 40.50 comes back for the second.
  for (const order of ['owed', 'refund'] as const)
    it(`each is proposed by its own amount, and the ${order} is booked first`, async () => {
      const sale = { gross_amount: chf(108_100), tax_lines: [taxLine('V81', 100_000, 8_100)] }
      await booked(INVOICES, invoice(customer, { payload: sale }))
      const purchase = { gross_amount: chf(54_050), tax_lines: [taxLine('M81', 50_000, 4_050)] }
      await booked(EXPENSES, expense(customer, { business_date: '2026-05-10', payload: purchase }))
      const [owing, back] = [await file('2026-Q1'), await file('2026-Q2')]
      expect([owing.added_tax, back.added_tax]).to.deep.equal([chf(8_100), chf(-4_050)])
      const bankEntries = [
        bankEntry({ amount: '81.00', direction: 'DBIT', date, details: detailsOf('Cdtr', 'MWST 2026-Q1') }),
        bankEntry({ amount: '40.50', date, details: detailsOf('Dbtr', 'MWST 2026-Q2') }),
      ].join('')
      const message = camt053Message({ header: `<Id>${randomUUID()}</Id>`, bankEntries })
      const { body } = await upload(customer, message, { wait: 20 })
      const imported = await itemsOf('camt-053/entries', customer, `&import_id=${body.id}`)
      const [paid, refunded] = [there(imported[0]).id, there(imported[1]).id]
      const proposal = { owed: [paid, owing.id, chf(8_100), 85], refund: [refunded, back.id, chf(4_050), 85] }
      const settle = {
        owed: () => book(paid, [debit('2201', 8_100), credit('1020', 8_100)]),
        refund: () => book(refunded, [debit('1020', 4_050), credit('2201', 4_050)]),
      }
      const other = order === 'owed' ? 'refund' : 'owed'
      await becomes(Object.values(proposal))
      const fact = await settle[order]()
      await becomes([proposal[other]])
      await post(`/v1/source-facts/${fact.id}/reverse`, { end_customer_id: customer, reason: 'x' }, { wait: 10 })
      await becomes(Object.values(proposal))
      await settle[order]()
      await becomes([proposal[other]])
      await settle[other]()
      await becomes([])
    })
})
