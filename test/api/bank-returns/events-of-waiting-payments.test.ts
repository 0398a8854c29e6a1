import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { camt053Message } from '../../camt053/messages.ts'
import { openQuietService, type QuietService } from '../../support/quiet-service.ts'
import { chf, EXPENSES, expense } from '../../support/requests/examples.ts'
import { KMU_ACCOUNTS } from '../../support/requests/kmu-chart.ts'
import { there } from '../../support/there.ts'
import { e2e, movedAtBank } from './books-with-returns.ts'

/** No worker runs, so several things wait, and are booked in one batch. */
describe('events of ordered payments while something waits', () => {
  let quiet: QuietService
  let customer: string
  let payable: string
  let order: string
  let named: string
  before(async () => {
    quiet = await openQuietService()
  })
  after(() => quiet?.close())
  const work = async () => {
    for (const queue of ['facts.evaluate', 'camt053.import', 'ledger.post', 'settlement.match'] as const)
      await quiet.work(queue)
  }
  const moved = async (entry: Parameters<typeof movedAtBank>[0]) => {
    const message = camt053Message({ header: `<Id>${randomUUID()}</Id>`, bankEntries: movedAtBank(entry) })
    await quiet.upload(customer, message)
    await work()
    return there((await quiet.itemsOf('camt-053/entries', customer)).at(-1)).canonical_entry_hash
  }
  const settle = async (amount: number, evidence_sha256: string) => {
    const { status, body } = await quiet.post(
      `/v1/supplier-payables/${payable}/settlements` as '/v1/supplier-payables/{supplier_payable_id}/settlements',
      {
        end_customer_id: customer,
        amount: chf(amount),
        settlement_date: '2026-04-02',
        reviewer_justification: 'x',
        evidence_sha256,
      },
    )
    expect([status, body.state], JSON.stringify(body)).to.deep.equal([201, 'draft'])
    return body.id
  }
  const undo = (settlement: string) =>
    quiet.post(
      `/v1/supplier-payables/${payable}/settlements/${settlement}/reverse` as '/v1/supplier-payables/{supplier_payable_id}/settlements/{settlement_id}/reverse',
      { end_customer_id: customer, reason: 'x' },
    )
  const told = async () =>
    (await quiet.itemsOf('events', customer, '&limit=500')).flatMap(({ event_type }) =>
      /^(payment_order|bank_return)\./.test(event_type) ? [event_type] : [],
    )
  const shown = async () =>
    (await quiet.get(`/v1/payment-orders/${order}` as '/v1/payment-orders/{payment_order_id}')).body.payments[0]?.state

  beforeEach(async () => {
    customer = randomUUID()
    const accounts = KMU_ACCOUNTS.map(({ or_row, ...account }) => account)
    await quiet.put('/v1/accounts', { end_customer_id: customer, valid_from: '2020-01-01', accounts })
    await quiet.put(`/v1/end-customers/${customer}` as '/v1/end-customers/{end_customer_id}', {
      name: 'Treuhand Beispiel AG',
    })
    await moved({ amount: '1.00' })
    const supplier = {
      name: 'Papeterie Muster AG',
      structured_address: { town_name: 'Bern', country: 'CH' },
      iban: 'CH5604835012345678009',
    }
    await quiet.post(EXPENSES, expense(customer, { payload: { gross_amount: chf(10_810), supplier } }))
    await work()
    payable = (await quiet.firstOf('supplier-payables', customer)).id
    const { body } = await quiet.post('/v1/payment-orders', {
      end_customer_id: customer,
      bank_account: 'CH9300762011623852957',
      execution_date: '2099-12-31',
      payables: [payable],
    })
    order = body.id
    named = e2e(there(body.payments[0]).end_to_end_id)
  })
  afterEach(async () => expect(await quiet.findings(customer)).to.deep.equal([]))

  it('tell that it is paid where a return that is not booked is taken back', async () => {
    await settle(10_810, await moved({ amount: '108.10', named }))
    await work()
    await moved({ amount: '108.10', named, direction: 'CRDT', date: '2026-04-09', reason: 'AC04' })
    const { id: candidate_id } = there(
      (await quiet.itemsOf('settlement-candidates', customer, '&target_type=return'))[0],
    )
    const { body } = await quiet.post('/v1/bank-returns', { end_customer_id: customer, candidate_id, reason: 'x' })
    const path = `/v1/bank-returns/${body.id}/reverse` as '/v1/bank-returns/{return_id}/reverse'
    await quiet.post(path, { end_customer_id: customer, reason: 'x' })
    await work()
    expect(await shown()).to.equal('paid')
    expect((await told()).slice(1)).to.deep.equal([
      'payment_order.paid',
      'bank_return.created',
      'payment_order.withdrawn',
      'bank_return.reversed',
      'payment_order.paid',
    ])
  })

  it('tell nothing of a draft, booked or given up, until a settlement is booked', async () => {
    const evidence = await moved({ amount: '108.10', named })
    await undo(await settle(10_810, evidence))
    await work()
    expect([await shown(), await told()]).to.deep.equal(['ordered', ['payment_order.created']])
    await settle(10_810, evidence)
    expect(await told()).to.deep.equal(['payment_order.created'])
    await work()
    expect(await told()).to.deep.equal(['payment_order.created', 'payment_order.paid'])
  })

  it('tell once that two settlements of one batch pay it, and that their reversals in one batch open it', async () => {
    const evidence = await moved({ amount: '108.10', named })
    const settlements = [await settle(5_000, evidence), await settle(5_810, evidence)]
    await work()
    expect([await shown(), (await told()).slice(1)]).to.deep.equal(['paid', ['payment_order.paid']])
    for (const settlement of settlements) await undo(settlement)
    await work()
    expect([await shown(), (await told()).slice(1)]).to.deep.equal([
      'ordered',
      ['payment_order.paid', 'payment_order.reopened'],
    ])
  })
})
