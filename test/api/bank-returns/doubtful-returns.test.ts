import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { camt053Message } from '../../camt053/messages.ts'
import { quietly } from '../../support/books.ts'
import { itemsOf, put, upload } from '../../support/client.ts'
import { taxLine } from '../../support/requests/examples.ts'
import { there } from '../../support/there.ts'
import { booksToSettle } from '../settlement/books-to-settle.ts'
import { charges, e2e, movedAtBank, returnsOf } from './books-with-returns.ts'

describe('what does not prove that a payment comes back', () => {
  const books = booksToSettle()
  const { customer, owed, invoiced, list, allocate, openOf, settle } = books
  const { moved, paidOut, proposed, accept } = returnsOf(books)
  const supplies = () => owed(10_810, { tax_lines: [taxLine('I81', 10_000, 810)] })
  const named = e2e('E2E-1')
  const back = { direction: 'CRDT', date: '2026-04-09', named, reason: 'AC04' } as const

  it('of two payments with one name, nobody knows which; the amount decides where it can', async () => {
    const [first, second] = [await supplies(), await owed(5_000)]
    await paidOut(first.id, 10_810, { amount: '108.10', named })
    await paidOut(second.id, 5_000, { amount: '50.00', named })
    await moved({ amount: '50.00', ...back })
    const candidates = await proposed()
    expect(candidates.map(({ score }) => score)).to.deep.equal([100, 60])
    const third = await owed(5_000)
    await paidOut(third.id, 5_000, { amount: '50.00', named, date: '2026-04-03' })
    expect((await proposed()).map(({ score }) => score)).to.deep.equal([60, 60, 60])
  })

  it('what is no name, and a UETR of another payment, prove nothing', async () => {
    const payable = await supplies()
    const uetr = (digit: string) => `<UETR>${digit.repeat(8)}-1111-4111-8111-111111111111</UETR>`
    await paidOut(payable.id, 10_810, { amount: '108.10', named: e2e('NOTPROVIDED') })
    await moved({ ...back, amount: '108.10', named: e2e('NOTPROVIDED') })
    expect(await proposed()).to.deep.equal([])
    const other = await owed(7_000)
    await paidOut(other.id, 7_000, { amount: '70.00', named: `${named}${uetr('a')}` })
    await moved({ ...back, amount: '70.00', named: `${named}${uetr('b')}` })
    expect(await proposed()).to.deep.equal([])
    await moved({ ...back, amount: '70.00', date: '2026-04-10', named: uetr('a') })
    expect((await proposed()).map(({ reasons }) => reasons)).to.deep.equal([['uetr', 'amount']])
  })

  it('a part of a batch, and another booking; the reference of the bank and all of it do: 108.10 and 60.00', async () => {
    const [a, b] = [await owed(10_810), await owed(6_000)]
    const called = (ref: string, entry: Parameters<typeof movedAtBank>[0]) =>
      movedAtBank(entry).replace('</ValDt>', `</ValDt><AcctSvcrRef>${ref}</AcctSvcrRef>`)
    const stated = async (...bankEntries: string[]) => {
      const message = camt053Message({ header: `<Id>${randomUUID()}</Id>`, bankEntries: bankEntries.join('') })
      expect((await upload(customer(), message, { wait: 20 })).body.state).to.equal('imported')
      await quietly(customer())
    }
    await stated(called('BANK-1', { amount: '168.10' }))
    const evidence_sha256 = there((await list('camt-053/entries'))[0]).canonical_entry_hash
    const dated = { settlement_date: '2026-04-02', evidence_sha256 }
    const settled = [await settle(a.id, 10_810, dated), await settle(b.id, 6_000, dated)].map(({ body }) => body.id)
    const reversed = { direction: 'CRDT', reversal: true } as const
    await stated(
      called('BANK-1', { ...reversed, amount: '100.00', date: '2026-04-08' }),
      called('BANK-2', { ...reversed, amount: '168.10', date: '2026-04-09' }),
    )
    expect(await proposed()).to.deep.equal([])
    await stated(called('BANK-1', { ...reversed, amount: '168.10', date: '2026-04-10' }))
    for (const left of [settled, [settled[1]]]) {
      const candidates = await proposed()
      expect(
        candidates.map(({ target_settlement_id, score, reasons }) => [target_settlement_id, score, ...reasons]),
      ).to.have.deep.members(left.map((id) => [id, 100, 'acct_svcr_ref', 'amount']))
      const [next] = candidates.filter(({ target_settlement_id }) => target_settlement_id === left[0])
      const { body } = await accept(there(next).id)
      expect(body.state, JSON.stringify(body)).to.equal('booked')
      await quietly(customer())
    }
    const open = [await openOf('supplier-payables', a.id), await openOf('supplier-payables', b.id)]
    expect(open).to.deep.equal([10_810, 6_000])
  })

  for (const amount of ['108.10', '50.00'])
    it(`a day that is not open, and one before the settlement, need another one: ${amount}`, async () => {
      const payable = await supplies()
      const { entry_id } = await paidOut(
        payable.id,
        10_810,
        { amount: '108.10', named },
        { settlement_date: '2026-04-15' },
      )
      expect(entry_id).to.be.a('string')
      await moved({ ...back, amount })
      const { id } = there((await proposed())[0])
      const refused = async (more: object = {}) => {
        const { status, body } = await accept(id, more)
        const [detail] = body.error.details
        return [status, detail?.pointer, detail?.code, /Send .*posting_date/.test(there(detail).message)]
      }
      expect(await refused()).to.deep.equal([422, '/posting_date', 'posting_date_before_original', true])
      const lock = { end_customer_id: customer(), locked_through: '2026-04-30', reason: 'MWST' }
      expect((await put('/v1/period-locks', lock)).status).to.equal(202)
      expect(await refused({ posting_date: '2026-04-20' })).to.deep.equal([
        422,
        '/posting_date',
        'posting_date_not_open',
        true,
      ])
      expect((await accept(id, { posting_date: '2026-05-04' })).body.state).to.equal('booked')
    })

  it('what is taken back beyond a payment is charges only where it is little, or said', async () => {
    const document = await invoiced(108_100)
    await moved({ amount: '1081.00', direction: 'CRDT', named })
    const payment = there((await list('payments')).at(-1))
    await allocate(payment.id, [[document.id, 108_100]])
    const taken = { date: '2026-04-09', named, reason: 'MD06' } as const
    // 1,919.00 beyond the payment; then 100.01; then 100.00.
    for (const [amount, wanted] of [
      ['3000.00', []],
      ['1181.01', []],
      ['1181.00', [10_000]],
    ] as const) {
      await moved({ ...taken, amount })
      expect((await proposed()).map(({ charges }) => charges.amount_minor)).to.deep.equal(wanted)
    }
  })

  it('charges that do not fit and a candidate of something else are refused with their member', async () => {
    const payable = await supplies()
    await paidOut(payable.id, 10_810, { amount: '108.10', named })
    await moved({ ...back, amount: '100.00' })
    const { id } = there((await proposed())[0])
    const refusal = async (candidate: string, more: object) => {
      const { status, body } = await accept(candidate, more)
      return [status, body.error.details[0]?.pointer, body.error.details[0]?.code]
    }
    expect(await refusal(id, charges(811))).to.deep.equal([422, '/charges', 'out_of_range'])
    expect(await refusal(id, { charges: { amount_minor: 1, currency: 'EUR' } })).to.deep.equal([
      422,
      '/charges/currency',
      'currency_mismatch',
    ])
    expect(await refusal('cand_01m7yb6tqqer985m19bbkf0csq', {})).to.deep.equal([422, '/candidate_id', 'not_found'])
    expect(await itemsOf('bank-returns', customer())).to.deep.equal([])
  })
})
