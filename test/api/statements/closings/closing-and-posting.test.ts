import { expect } from 'chai'
import { findings, quietly } from '../../../support/books.ts'
import { get, post } from '../../../support/client.ts'
import { credit, debit, VOUCHERS, voucher } from '../../../support/requests/examples.ts'
import { newKmuCustomer } from '../../../support/requests/kmu-chart.ts'
import { book, changeYear } from './closed-books.ts'

describe('a close and postings at once', () => {
  it('an entry is kept with the year, or it is not posted', async () => {
    const customer = await newKmuCustomer()
    await book(customer, '2025-01-31', [debit('1020', 1_000), credit('3400', 1_000)])
    const sent: Promise<{ body: { id: string } }>[] = []
    let isClosed = false
    for (let round = 0; !isClosed; round += 1) {
      if (round < 40) {
        const payload = { lines: [debit('1020', 100 + round), credit('3400', 100 + round)] }
        sent.push(post(VOUCHERS, voucher(customer, { business_date: '2025-06-30', payload })))
      }
      isClosed = (await changeYear(customer, 'FY2025', 'close')).status === 202
    }
    await Promise.all(sent)
    await quietly(customer)
    const { body: trial } = await get(`/v1/statements/trial-balance?end_customer_id=${customer}&fiscal_year_id=FY2025`)
    const { body: facts } = await get(`/v1/source-facts?end_customer_id=${customer}&limit=500`)
    const posted = facts.data.filter(({ state }) => state === 'posted')
    for (const { state, blockers } of facts.data.filter(({ state }) => state !== 'posted'))
      expect([state, blockers.map(({ code }) => code)]).to.deep.equal(['blocked', ['fiscal_year_closed']])
    expect(trial.ledger_position.entry_number).to.equal(posted.length)
    expect(await findings(customer)).to.deep.equal([])
  })
})
