import { expect } from 'chai'
import { amountOn, balanceSheet, dropTables, findings, refreshTables } from '../../support/books.ts'
import { get, post, put } from '../../support/client.ts'
import { chf, INVOICES, invoice, taxLine } from '../../support/requests/examples.ts'
import { newKmuCustomer } from '../../support/requests/kmu-chart.ts'
import { there } from '../../support/there.ts'

const CREDIT = { gross_amount: chf(-5_405), tax_lines: [taxLine('V81', -5_000, -405)] }

describe('one partner whose name is written in several ways', () => {
  let customer: string
  const sides = async () => {
    const sheet = await balanceSheet(customer)
    return [amountOn(sheet, 'forderungen_ll'), amountOn(sheet, 'verbindlichkeiten_ll')]
  }
  const book = (name: string, payload: object = {}) =>
    post(INVOICES, invoice(customer, { payload: { customer: { name }, ...payload } }), { wait: 10 })
  beforeEach(async () => {
    customer = await newKmuCustomer()
  })
  afterEach(async () => expect(await findings(customer)).to.deep.equal([]))

  it('stands on one side of the balance sheet, folded or not', async () => {
    await book('Muster AG')
    await book('MUSTER  AG ', CREDIT)
    expect(await sides()).to.deep.equal([5_405, 0])
    await refreshTables(customer)
    expect(await sides(), 'folded').to.deep.equal([5_405, 0])
    await book('muster ag', { gross_amount: chf(-10_810), tax_lines: [taxLine('V81', -10_000, -810)] })
    expect(await sides(), 'behind the folded').to.deep.equal([0, 5_405])
    await refreshTables(customer)
    expect(await sides(), 'folded twice').to.deep.equal([0, 5_405])
    await dropTables(customer)
    expect(await sides(), 'from nothing').to.deep.equal([0, 5_405])
  })

  it('has one relation of a day', async () => {
    const related_to = ['holders', 'organs'] as const
    for (const [index, name] of ['Muster AG', ' MUSTER  AG'].entries()) {
      const relations = [{ partner: { name }, related_to: there(related_to[index]), valid_from: '2026-01-01' }]
      expect((await put('/v1/partner-relations', { end_customer_id: customer, relations })).status).to.equal(202)
    }
    const { body } = await get(`/v1/partner-relations?end_customer_id=${customer}`)
    expect(body.data.map(({ related_to }) => related_to)).to.deep.equal(['organs'])
  })
})
