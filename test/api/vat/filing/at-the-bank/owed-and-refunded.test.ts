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

  // 81.00 is owed; the correction adds 40.50, or gives them back.
  for (const [added, debited, entryOf2201] of [
    [4_050, 12_150, [debit('2201', 12_150)]],
    [-4_050, 4_050, [debit('2201', 8_100), credit('2201', 4_050)]],
  ] as const)
    it(`one debit of a return and its correction of ${added} is proposed for them, and its voucher closes both`, async () => {
      const sale = { gross_amount: chf(108_100), tax_lines: [taxLine('V81', 100_000, 8_100)] }
      await booked(INVOICES, invoice(customer, { payload: sale }))
      const first = await file('2026-Q1')
      const more = { gross_amount: chf(54_050), tax_lines: [taxLine(added > 0 ? 'V81' : 'M81', 50_000, 4_050)] }
      if (added > 0) await booked(INVOICES, invoice(customer, { vat_period: 'correction', payload: more }))
      else await booked(EXPENSES, expense(customer, { vat_period: 'correction', payload: more }))
      const { status, body: second } = await post('/v1/vat-returns/2026-Q1/file', {
        end_customer_id: customer,
        submission: 'correction',
      })
      expect([status, second.added_tax]).to.deep.equal([201, chf(added)])
      const amount = (debited / 100).toFixed(2)
      const details = detailsOf('Cdtr', 'MWST 2026-Q1')
      const bankEntries = bankEntry({ amount, direction: 'DBIT', date, details })
      const message = camt053Message({ header: `<Id>${randomUUID()}</Id>`, bankEntries })
      const { body } = await upload(customer, message, { wait: 20 })
      const paid = there((await itemsOf('camt-053/entries', customer, `&import_id=${body.id}`))[0]).id
      await becomes(
        added > 0
          ? [
              [paid, first.id, chf(8_100), 82],
              [paid, second.id, chf(4_050), 82],
            ]
          : [[paid, first.id, chf(8_100), 79]],
      )
      const [candidate] = await itemsOf('settlement-candidates', customer, '&target_type=vat_filing')
      expect(there(candidate).together_with).to.have.length(1)
      await book(paid, [...entryOf2201, credit('1020', debited)])
      await becomes([])
    })
})
