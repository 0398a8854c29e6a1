import { expect } from 'chai'
import { codesOf, quietly } from '../../support/books.ts'
import { get, post, put } from '../../support/client.ts'
import { chf } from '../../support/requests/examples.ts'
import { there } from '../../support/there.ts'
import { booksWithRules } from './books-with-rules.ts'
import { changeRule, createRule, switchRule } from './rule-requests.ts'

describe('candidates of rules', () => {
  const { customer, imported, proposals, accept, entry, bookedLines, invoiced, owed, allocate, vouchers, list } =
    booksWithRules()

  it('a bank entry that a rule applies to is proposed with rule, version and reasons, and booked by one call', async () => {
    const { body: rule } = await createRule(customer(), { state: 'on' })
    const [one, other] = await imported({ amount: '12.50' }, { amount: '50.01' })
    const [candidate, ...more] = await proposals()
    expect(more).to.deep.equal([])
    expect(candidate).to.deep.include({
      entry_id: there(one).id,
      payment_id: null,
      target_type: 'rule',
      target_bank_rule_id: rule.id,
      target_bank_rule_version: 1,
      proposed_amount: chf(1_250),
      score: 80,
      reasons: ['direction', 'text', 'amount_range'],
      state: 'open',
    })
    const { status, body: fact } = await accept(there(candidate).id)
    expect([status, fact.state]).to.deep.equal([202, 'posted'])
    expect(fact.external_reference).to.equal(`${rule.id} version 1: ${there(one).id}`)
    expect(await bookedLines(there(one).id)).to.deep.equal([
      ['1020', 0, 1_250],
      ['6500', 1_250, 0],
    ])
    expect((await entry(there(one).id)).booking_state).to.equal('booked')
    expect((await entry(there(other).id)).booking_state).to.equal('unbooked')
    await quietly(customer())
    expect(await proposals()).to.deep.equal([])
  })

  it('sent again it answers the same; a second reviewer is refused', async () => {
    await createRule(customer(), { state: 'on' })
    await imported({ amount: '12.50' })
    const { id } = there((await proposals())[0])
    const first = await accept(id, 'k1')
    expect((await accept(id, 'k1')).body.id).to.equal(first.body.id)
    const second = await accept(id)
    expect([second.status, second.body.error.details[0]?.code]).to.deep.equal([409, 'in_use'])
    expect(await vouchers()).to.have.length(1)
  })

  it('of many that accept at once, one books', async () => {
    await createRule(customer(), { state: 'on' })
    await createRule(customer(), { state: 'on', name: 'Zweite' })
    await imported({ amount: '12.50' })
    const candidates = await proposals()
    expect(candidates).to.have.length(2)
    const answers = await Promise.all([...candidates, ...candidates, ...candidates].map(({ id }) => accept(id)))
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([202, 409, 409, 409, 409, 409])
    await quietly(customer())
    expect(await vouchers()).to.have.length(1)
  })

  it('a bank entry that is dismissed, allocated or booked meanwhile is not accepted', async () => {
    const conditions = { credit_debit_indicator: 'CRDT', text: 'Spesen' }
    await createRule(customer(), { state: 'on', conditions })
    const document = await invoiced(10_810)
    const [dismissed, allocated] = await imported(
      { amount: '5.00', direction: 'CRDT' },
      { amount: '108.10', direction: 'CRDT' },
    )
    const candidates = await proposals()
    const candidateFor = (entry_id: string | undefined) => there(candidates.find((one) => one.entry_id === entry_id)).id
    await post(`/v1/camt-053/entries/${there(dismissed).id}/dismiss`, { end_customer_id: customer(), reason: 'x' })
    const payment = (await list('payments')).find(({ entry_id }) => entry_id === there(allocated).id)
    expect((await allocate(there(payment).id, [[document.id, 10_810]])).status).to.equal(201)
    for (const one of [dismissed, allocated]) {
      const { status, body } = await accept(candidateFor(one?.id))
      expect([status, body.error.details[0]?.code]).to.deep.equal([409, 'in_use'])
    }
    expect(await vouchers()).to.deep.equal([])
  })

  it('an allocation and an acceptance at once: together they use the bank entry once', async () => {
    const conditions = { credit_debit_indicator: 'CRDT', text: 'Spesen' }
    await createRule(customer(), { state: 'on', conditions })
    const document = await invoiced(20_000)
    await imported(...Array.from({ length: 6 }, (_, index) => ({ amount: `1${index}.00`, direction: 'CRDT' })))
    const candidates = await proposals()
    const payments = await list('payments')
    await Promise.all(
      candidates.flatMap(({ id, entry_id, proposed_amount }) => [
        accept(id),
        allocate(there(payments.find((one) => one.entry_id === entry_id)).id, [
          [document.id, proposed_amount.amount_minor],
        ]),
      ]),
    )
    await quietly(customer())
    for (const { entry_id } of candidates) {
      const { booking_state, uses } = await entry(entry_id)
      expect([booking_state, uses.length]).to.deep.equal(['booked', 1])
    }
  })

  it('a proposal that names its document by a reference claims the bank entry', async () => {
    const conditions = { credit_debit_indicator: 'CRDT', text: 'RF' }
    await createRule(customer(), { state: 'on', conditions })
    const reference = 'RF18539007547034'
    await invoiced(10_810, { payment_reference: reference })
    const details = `<TxDtls><Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs><RmtInf><Ustrd>${reference}</Ustrd></RmtInf></TxDtls>`
    await imported(
      { amount: '108.10', direction: 'CRDT', details, text: 'x' },
      { amount: '3.00', direction: 'CRDT', text: 'RF' },
    )
    expect(
      (await list('settlement-candidates')).map(({ target_type, score }) => [target_type, score]),
    ).to.have.deep.members([
      ['document', 100],
      ['rule', 80],
    ])
  })

  it('a rule that is off proposes nothing, and a stale candidate is refused', async () => {
    const { body: rule } = await createRule(customer(), { state: 'on' })
    await imported({ amount: '12.50' })
    const { id } = there((await proposals())[0])
    await changeRule(customer(), rule.id, 1)
    const stale = await accept(id)
    expect([stale.status, stale.body.error.details[0]?.code]).to.deep.equal([409, 'stale_version'])
    await quietly(customer())
    expect((await proposals()).map(({ target_bank_rule_version }) => target_bank_rule_version)).to.deep.equal([2])
    await switchRule(customer(), rule.id, 'off')
    await quietly(customer())
    expect(await proposals()).to.deep.equal([])
    expect((await get(`/v1/settlement-candidates/${id}`)).body.state).to.equal('superseded')
  })

  it('a locked day blocks the voucher as any other, and it is booked when the day is open', async () => {
    await createRule(customer(), { state: 'on' })
    const [one] = await imported({ amount: '12.50' })
    const lock = (locked_through: string | null) =>
      put('/v1/period-locks', { end_customer_id: customer(), locked_through, reason: 'x' })
    await lock('2026-03-31')
    const { body } = await accept(there((await proposals())[0]).id)
    expect([body.state, codesOf(body)]).to.deep.equal(['blocked', ['period_locked']])
    await quietly(customer())
    expect(await proposals()).to.deep.equal([])
    await lock('2026-02-28')
    await quietly(customer())
    expect(await bookedLines(there(one).id)).to.have.length(2)
  })

  it('a rule that settles pays the one open payable of the amount', async () => {
    const payable = await owed(216_200)
    const action = {
      text: 'Miete',
      settle_payable_of: { name: payable.supplier_name.toUpperCase().replace(' ', '  ') },
    }
    const conditions = { credit_debit_indicator: 'DBIT', text: 'Spesen' }
    await createRule(customer(), { state: 'on', conditions, action })
    const [rent] = await imported({ amount: '2162.00' }, { amount: '2161.00' })
    const [candidate, ...more] = await proposals()
    expect([candidate?.entry_id, more.length]).to.deep.equal([rent?.id, 0])
    await accept(there(candidate).id)
    expect(await bookedLines(there(rent).id)).to.deep.equal([
      ['1020', 0, 216_200],
      ['2000', 216_200, 0],
    ])
    expect((await get(`/v1/supplier-payables/${payable.id}`)).body.open_amount.amount_minor).to.equal(0)
  })
})
