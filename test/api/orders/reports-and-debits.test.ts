import { expect } from 'chai'
import fc from 'fast-check'
import { todayInSwitzerland } from '../../../shared/process/clock.ts'
import { bankEntry } from '../../camt053/messages.ts'
import { statusReport } from '../../camt053/status-report.ts'
import { findings } from '../../support/books.ts'
import { get, itemsOf, post } from '../../support/client.ts'
import { there } from '../../support/there.ts'
import { booksToOrder } from './books-to-order.ts'

const PAYMENTS = 3
const STATUSES = ['PART', 'RJCT', 'ACTC', 'ACCP', 'ACSP', 'ACWC', 'PDNG'] as const
const which = fc.nat(PAYMENTS - 1)
type Told =
  | { kind: 'report'; of: 'order' | 'batch' | 'payment'; status: (typeof STATUSES)[number]; which: number }
  | { kind: 'debit'; which: number; by_batch: boolean }
const told: fc.Arbitrary<Told> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('report' as const),
      of: fc.constantFrom(
        'payment' as const,
        'payment' as const,
        'payment' as const,
        'batch' as const,
        'order' as const,
      ),
      status: fc.constantFrom(...STATUSES),
      which,
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('debit' as const), which, by_batch: fc.boolean() }) },
)

/** What a bank says of an order in reports and in its bank entries, in whatever order both come. */
describe('status reports and debits of a payment order', () => {
  const { customer, owedToHolz, order, withdraw, paid, list, settle } = booksToOrder()
  const report = async (id: string, xml: string) => {
    const answer = await post(`/v1/payment-orders/${id}/status-reports?end_customer_id=${customer()}`, xml, {
      headers: { 'Content-Type': 'application/xml' },
    })
    expect(answer.status, answer.text).to.equal(201)
    return answer.body
  }
  async function ordered(count: number) {
    const payables: { id: string }[] = []
    for (let index = 0; index < count; index += 1) payables.push(await owedToHolz(1_000 + index))
    const { body, text } = await order({ payables: payables.map(({ id }) => id) })
    expect(body.payments, text).to.have.length(count)
    return { ...body, batch: there(body.batches[0]).payment_information_id }
  }
  type Ordered = Awaited<ReturnType<typeof ordered>>
  const rejecting = ({ message_id, batch }: Ordered, id: string, status = 'RJCT') =>
    statusReport(message_id, {}, [{ id: batch, payments: [{ id, status }] }])
  const linesOf = async ({ id }: Ordered) =>
    (await get(`/v1/payment-orders/${id}`)).body.payments.map(({ state, contradiction }) => [state, contradiction])
  const contradictions = async () =>
    (await itemsOf('events', customer(), '&limit=500')).filter(
      ({ event_type }) => event_type === 'payment_order.contradicted',
    ).length
  let debits = 0
  /** A debit of the bank that names these, settled as its candidate would be. */
  async function debited({ payments }: Ordered, which: number, named: string) {
    debits += 1
    const { supplier_payable_id, amount } = there(payments[which])
    const francs = (amount.amount_minor / 100).toFixed(2)
    const moved = { amount: francs, direction: 'DBIT', date: todayInSwitzerland() } as const
    await paid(bankEntry({ ...moved, ref: `D-${debits}`, text: `Belastung ${debits}`, details: named }))
    const entry = (await list('camt-053/entries', '&limit=500')).at(-1)
    const answer = await settle(supplier_payable_id, amount.amount_minor, {
      evidence_sha256: there(entry).canonical_entry_hash,
    })
    return { ...answer, supplier_payable_id }
  }
  const transfer = (id: string) => `<TxDtls><Refs><EndToEndId>${id}</EndToEndId></Refs></TxDtls>`

  it('end in one state, whatever comes first and however often', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(told, { minLength: 2, maxLength: 7 }), async (all) => {
        const one = await ordered(PAYMENTS)
        const before = await contradictions()
        const [rejected, settled] = [new Set<number>(), new Set<number>()]
        for (const said of [...all, ...all.filter(({ kind }) => kind === 'report')]) {
          const { end_to_end_id } = there(one.payments[said.which])
          if (said.kind === 'debit') {
            const named = said.by_batch ? `<Btch><PmtInfId>${one.batch}</PmtInfId></Btch>` : transfer(end_to_end_id)
            if (settled.has(said.which)) continue
            const { status, text } = await debited(one, said.which, named)
            expect(status, text).to.equal(201)
            settled.add(said.which)
            continue
          }
          const { of, status } = said
          const xml = {
            payment: () => rejecting(one, end_to_end_id, status),
            batch: () => statusReport(one.message_id, {}, [{ id: one.batch, status }]),
            order: () => statusReport(one.message_id, { status }),
          }
          await report(one.id, xml[of]())
          if (status === 'RJCT')
            for (const [at] of one.payments.entries()) if (of !== 'payment' || at === said.which) rejected.add(at)
        }
        const expected = one.payments.map((_, at) => {
          if (settled.has(at)) return ['paid', rejected.has(at) ? 'rejected_and_paid' : null]
          return [rejected.has(at) ? 'rejected' : 'ordered', null]
        })
        expect(await linesOf(one)).to.deep.equal(expected)
        const isContradicted = expected.some(([, contradiction]) => contradiction !== null)
        expect((await contradictions()) > before).to.equal(isContradicted)
        expect(await findings(customer())).to.deep.equal([])
      }),
      { numRuns: 12 },
    )
  }).timeout(900_000)

  it('a debit without any id is the payment where it was settled before the rejection, and another one after it', async () => {
    const one = await ordered(2)
    const [first, second] = one.payments.map(({ end_to_end_id }) => end_to_end_id)
    expect((await debited(one, 0, transfer('NOTPROVIDED'))).status).to.equal(201)
    const answer = await report(one.id, rejecting(one, String(first)))
    expect(there(answer.payments[0])).to.include({
      state: 'paid',
      state_reason: 'RJCT',
      contradiction: 'rejected_and_paid',
    })
    await report(one.id, rejecting(one, String(second)))
    expect((await debited(one, 1, transfer('NOTPROVIDED'))).status).to.equal(201)
    expect(await linesOf(one)).to.deep.equal([
      ['paid', 'rejected_and_paid'],
      ['rejected', null],
    ])
    expect(await contradictions()).to.equal(1)
  })

  it('what is paid although it was rejected or withdrawn is named, until the settlement is reversed', async () => {
    const one = await ordered(2)
    const [first = '', second = ''] = one.payments.map(({ end_to_end_id }) => end_to_end_id)
    await report(one.id, rejecting(one, first))
    await withdraw(one.id, { end_to_end_ids: [second] })
    const settled = await debited(one, 0, transfer(first))
    await debited(one, 1, transfer(second))
    expect(await linesOf(one)).to.deep.equal([
      ['paid', 'rejected_and_paid'],
      ['paid', 'withdrawn_and_paid'],
    ])
    expect(await contradictions()).to.equal(2)
    const path = `/v1/supplier-payables/${settled.supplier_payable_id}/settlements/${settled.body.id}/reverse` as const
    await post(path, { end_customer_id: customer(), reason: 'falsch' }, { wait: 10 })
    expect(await linesOf(one)).to.deep.equal([
      ['rejected', null],
      ['paid', 'withdrawn_and_paid'],
    ])
  })

  it('a payment that a second order makes does not pay the first, which the bank has rejected', async () => {
    const one = await ordered(1)
    await report(one.id, rejecting(one, there(one.payments[0]).end_to_end_id))
    const { body: again } = await order({ payables: [there(one.payments[0]).supplier_payable_id] })
    const next = { ...again, batch: there(again.batches[0]).payment_information_id }
    expect((await debited(next, 0, transfer(there(again.payments[0]).end_to_end_id))).status).to.equal(201)
    expect([await linesOf(one), await linesOf(next)]).to.deep.equal([[['rejected', null]], [['paid', null]]])
    expect(await contradictions()).to.equal(0)
  })
})
