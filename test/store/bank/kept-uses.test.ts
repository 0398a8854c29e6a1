import { expect } from 'chai'
import { Client } from 'pg'
import { booksToSettle } from '../../api/settlement/books-to-settle.ts'
import { bankEntry } from '../../camt053/messages.ts'
import { post } from '../../support/client.ts'
import { chf, credit, debit, VOUCHERS, voucher } from '../../support/requests/examples.ts'
import { service } from '../../support/service.ts'
import { there } from '../../support/there.ts'

describe('a process', () => {
  const { customer, list, paid } = booksToSettle()
  let process: Client
  before(async () => {
    process = new Client({ connectionString: service().database_url })
    await process.connect()
  })
  after(() => process.end())

  /** A bank entry of 100.05, and the voucher that has booked 100.00 of it. */
  async function bookedInPart() {
    await paid(bankEntry({ amount: '100.05' }))
    const { id } = there((await list('camt-053/entries')).at(-1))
    const lines = [debit('1020', 10_000), credit('6950', 10_000)]
    const payload = { lines, bank_entries: [{ entry_id: id, amount: chf(10_000) }] }
    const { body } = await post(VOUCHERS, voucher(customer(), { payload }), { wait: 10 })
    expect(body.state, JSON.stringify(body.blockers)).to.equal('posted')
    return { id, fact_id: body.id }
  }

  const reverse = async (fact_id: string) => {
    const { body } = await post(
      `/v1/source-facts/${fact_id}/reverse`,
      { end_customer_id: customer(), reason: 'x' },
      { wait: 10 },
    )
    expect(body.state).to.equal('reversed')
  }

  const refusalOf = (update: string) =>
    process.query(`${update} where end_customer_id = $1`, [customer()]).then(
      ({ rowCount }) => `${rowCount} changed`,
      ({ constraint }) => constraint,
    )

  const OTHERWISE = [
    'source_id = gen_random_uuid()',
    'journal_entry_id = gen_random_uuid()',
    'line_number = 2',
    `used_by = 'settlement'`,
    `used_by = 'return', source_id = gen_random_uuid()`,
    `state = 'reserved'`,
    `state = 'released', line_number = 2`,
  ]
  for (const columns of OTHERWISE)
    it(`does not change what has booked a bank entry: ${columns}`, async () => {
      await bookedInPart()
      expect(await refusalOf(`update bank_entry_uses set ${columns}`)).to.equal('bank_entry_uses_stay')
    })

  it('does not book again what was given back', async () => {
    await reverse((await bookedInPart()).fact_id)
    for (const columns of [`state = 'posted'`, 'source_id = gen_random_uuid()'])
      expect(await refusalOf(`update bank_entry_uses set ${columns}`)).to.equal('bank_entry_uses_stay')
  })

  it('does not change what a dismissal had taken, nor its end', async () => {
    const { id, fact_id } = await bookedInPart()
    const path = `/v1/camt-053/entries/${id}/dismiss` as '/v1/camt-053/entries/:entry_id/dismiss'
    expect((await post(path, { end_customer_id: customer(), reason: 'Rundung' })).status).to.equal(201)
    const change = (columns: string) => refusalOf(`update bank_entry_dismissals set ${columns}`)
    expect(await change('amount_minor = 4')).to.equal('bank_entry_dismissals_stay')
    await reverse(fact_id)
    for (const columns of ['amount_minor = 4', 'amount_minor = null', 'undone_at = null', 'undone_at = now()'])
      expect(await change(columns), columns).to.equal('bank_entry_dismissals_stay')
  })
})
