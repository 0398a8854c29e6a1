import { expect } from 'chai'
import { matchSettlements } from '../../../workers/bank/match-settlements.ts'
import { balance, bankEntry, camt053Message } from '../../camt053/messages.ts'
import { quietly } from '../../support/books.ts'
import { post, put, upload } from '../../support/client.ts'
import { credit, debit, VOUCHERS, voucher } from '../../support/requests/examples.ts'
import { service } from '../../support/service.ts'
import { there } from '../../support/there.ts'
import { booksWithRules } from './books-with-rules.ts'
import { changeRule, createRule, switchRule } from './rule-requests.ts'

describe('automatic rules', () => {
  const { customer, imported, proposals, accept, entry, bookedLines, invoiced, vouchers, list } = booksWithRules()
  const automatic = { mode: 'automatic', state: 'on' }
  const states = async (...entries: ({ id: string } | undefined)[]) =>
    Promise.all(entries.map(async (one) => (await entry(there(one).id)).booking_state))

  it('books what is imported after it was switched on, and proposes what came before', async () => {
    const [before] = await imported({ amount: '1.00' })
    const { body: rule } = await createRule(customer(), automatic)
    await quietly(customer())
    const [after] = await imported({ amount: '2.00' })
    expect(await states(before, after)).to.deep.equal(['unbooked', 'booked'])
    expect(await bookedLines(there(after).id)).to.deep.equal([
      ['1020', 0, 200],
      ['6500', 200, 0],
    ])
    expect((await proposals()).map(({ entry_id }) => entry_id)).to.deep.equal([before?.id])
    expect((await vouchers())[0]).to.include({
      source_system: 'bank_rules',
      external_reference: `${rule.id} version 1: ${after?.id}`,
    })
  })

  it('another version, or switching it on anew, begins anew: what came before is proposed', async () => {
    const { body: rule } = await createRule(customer(), {
      ...automatic,
      conditions: { credit_debit_indicator: 'DBIT', text: 'nichts' },
    })
    const [one] = await imported({ amount: '1.00' })
    await changeRule(customer(), rule.id, 1, { mode: 'automatic' })
    await quietly(customer())
    await switchRule(customer(), rule.id, 'off')
    const [other] = await imported({ amount: '2.00' })
    await switchRule(customer(), rule.id, 'on')
    await quietly(customer())
    expect(await states(one, other)).to.deep.equal(['unbooked', 'unbooked'])
    expect(await proposals()).to.have.length(2)
  })

  it('books each bank entry once, however often and at the same time the job runs', async () => {
    await createRule(customer(), automatic)
    const entries = await imported(...Array.from({ length: 30 }, (_, index) => ({ amount: `${index + 1}.00` })))
    const job = { id: '0', data: { end_customer_id: customer() } }
    await Promise.all(Array.from({ length: 6 }, () => matchSettlements(service().worker, [job])))
    await quietly(customer())
    expect(await vouchers()).to.have.length(30)
    for (const { id } of entries) await bookedLines(id)
  })

  it('a crash before the commit leaves nothing; the next run books once', async () => {
    await createRule(customer(), automatic)
    const { pool } = service().worker
    let transactions = 0
    const failing = Object.assign(Object.create(pool) as typeof pool, {
      transaction: (async (run: Parameters<typeof pool.transaction>[0]) => {
        transactions += 1
        return pool.transaction(async (tx) => {
          const result = await run(tx)
          if (transactions > 1) throw new Error('the process ends here')
          return result
        })
      }) as typeof pool.transaction,
    })
    await put('/v1/period-locks', { end_customer_id: customer(), locked_through: '2026-03-31', reason: 'x' })
    const [one] = await imported({ amount: '1.00' })
    expect(await states(one)).to.deep.equal(['unbooked'])
    await put('/v1/period-locks', { end_customer_id: customer(), locked_through: '2026-02-28', reason: 'x' })
    const job = { id: '0', data: { end_customer_id: customer() } }
    const results = await matchSettlements({ ...service().worker, pool: failing }, [job])
    expect(results).to.deep.equal([{ id: '0', status: 'failed', message: 'the process ends here' }])
    expect(await vouchers()).to.deep.equal([])
    await matchSettlements(service().worker, [job])
    await quietly(customer())
    expect(await states(one)).to.deep.equal(['booked'])
    expect(await vouchers()).to.have.length(1)
  })

  it('a locked day books nothing by itself; the proposal stays', async () => {
    await createRule(customer(), automatic)
    await put('/v1/period-locks', { end_customer_id: customer(), locked_through: '2026-03-31', reason: 'x' })
    const [one] = await imported({ amount: '1.00' })
    expect([await states(one), await vouchers()]).to.deep.equal([['unbooked'], []])
    expect((await proposals()).map(({ entry_id }) => entry_id)).to.deep.equal([one?.id])
  })

  it('a line of the same amount within five days, that has no bank entry, is for a reviewer', async () => {
    await createRule(customer(), automatic)
    const booked = (amount: number, business_date: string) => {
      const lines = [debit('5000', amount), credit('1020', amount)]
      return post(VOUCHERS, voucher(customer(), { business_date, payload: { lines } }), { wait: 10 })
    }
    await booked(700, '2026-03-26')
    await booked(800, '2026-03-25')
    const [near, far, unlike] = await imported({ amount: '7.00' }, { amount: '8.00' }, { amount: '7.01' })
    expect(await states(near, far, unlike)).to.deep.equal(['unbooked', 'booked', 'booked'])
    const [candidate, ...more] = await proposals()
    expect([candidate?.entry_id, more]).to.deep.equal([near?.id, []])
    expect((await accept(there(candidate).id)).body.state).to.equal('posted')
  })

  it('two rules that apply leave the choice to a reviewer', async () => {
    await createRule(customer(), automatic)
    await createRule(customer(), { state: 'on' })
    const [one] = await imported({ amount: '1.00' })
    expect([await states(one), (await proposals()).length]).to.deep.equal([['unbooked'], 2])
  })

  it('an open invoice whose number and amount the payer names is not booked as something else', async () => {
    const conditions = { credit_debit_indicator: 'CRDT', text: 'Spesen' }
    await createRule(customer(), { ...automatic, conditions })
    await invoiced(10_810, { document_number: 'RE-2026-77' })
    const [one, other] = await imported(
      { amount: '108.10', direction: 'CRDT', text: 'Spesen RE-2026-77' },
      { amount: '1.00', direction: 'CRDT' },
    )
    expect(await states(one, other)).to.deep.equal(['unbooked', 'booked'])
    expect(
      (await list('settlement-candidates')).map(({ target_type, score }) => [target_type, score]),
    ).to.have.deep.members([
      ['document', 80],
      ['rule', 80],
    ])
  })

  it('what was booked and reversed is proposed again, and not booked by itself', async () => {
    await createRule(customer(), automatic)
    const [one] = await imported({ amount: '1.00' })
    const [fact] = await vouchers()
    await post(`/v1/source-facts/${there(fact).id}/reverse`, { end_customer_id: customer(), reason: 'x' }, { wait: 10 })
    await quietly(customer())
    expect(await states(one)).to.deep.equal(['unbooked'])
    expect(await vouchers()).to.have.length(1)
    expect((await accept(there((await proposals())[0]).id)).body.state).to.equal('posted')
    expect(await states(one)).to.deep.equal(['booked'])
  })

  it('a possible repeat is neither booked nor proposed', async () => {
    await createRule(customer(), automatic)
    const statement = (id: string, balances: string) =>
      camt053Message({
        header: `<Id>${id}</Id>`,
        balances,
        bankEntries: bankEntry({ amount: '5.00', direction: 'DBIT', text: 'Spesen' }),
      })
    await upload(customer(), statement('A', ''), { wait: 20 })
    await upload(customer(), statement('B', balance('OPBD', '100.00') + balance('CLBD', '95.00')), { wait: 20 })
    await quietly(customer())
    const entries = await list('camt-053/entries')
    expect(entries.map(({ booking_state, possible_repeat }) => [booking_state, possible_repeat])).to.deep.equal([
      ['booked', false],
      ['unbooked', true],
    ])
    expect(await proposals()).to.deep.equal([])
    expect(await vouchers()).to.have.length(1)
  })
})
