import { expect } from 'chai'
import { bankEntry, transaction } from '../../camt053/messages.ts'
import { eventually } from '../../support/books.ts'
import { firstOf, get, post } from '../../support/client.ts'
import { chf } from '../../support/requests/examples.ts'
import { there } from '../../support/there.ts'
import { booksToSettle } from './books-to-settle.ts'

describe('allocation handoffs', () => {
  const { customer, list, invoiced, paid, received, openOf, allocate } = booksToSettle()

  it('handoff: a proposal with the very body for the allocation, which links back', async () => {
    const target = await invoiced(10_810, { document_number: 'R-100' })
    const other = await invoiced(9_000)
    await paid(bankEntry({ details: transaction({ unstructured: 'R-100' }) }))
    await eventually(async () => (await list('settlement-candidates')).length > 0)
    const candidate = await firstOf('settlement-candidates', customer())
    const path = `/v1/settlement-candidates/${candidate.id}/allocation-handoffs` as const
    const body = {
      end_customer_id: customer(),
      payment_id: candidate.payment_id,
      target_document_id: target.id,
      open_ar_snapshot: chf(10_810),
      proposed_amount: chf(5_000),
      reviewer_justification: 'number in the text',
    }
    const codes = async (changed: object) => {
      const answer = await post(path, { ...body, ...changed })
      return [answer.status, ...(answer.body.error?.details ?? []).map(({ code }) => code)]
    }
    await expectRefusals()
    const handoff = await handOff()
    await expectAllocated()
    await expectTakenForAnother()

    async function expectRefusals() {
      expect(await codes({ open_ar_snapshot: chf(10_811) })).to.deep.equal([409, 'stale_open_ar_snapshot'])
      expect(await codes({ target_document_id: other.id, open_ar_snapshot: chf(9_000) })).to.deep.equal([
        422,
        'required',
      ])
      expect(await codes({ proposed_amount: chf(10_811) })).to.deep.equal([422, 'exceeds_open_amount'])
      expect(await codes({ proposed_amount: { amount_minor: 1, currency: 'EUR' } })).to.deep.equal([
        422,
        'currency_mismatch',
      ])
      expect(await codes({ payment_id: 'pay_x', target_document_id: 'doc_x' })).to.deep.equal([
        422,
        'payment_mismatch',
        'not_found',
      ])
    }

    async function handOff() {
      const { status, body: proposal } = await post(path, body)
      expect(status).to.equal(201)
      expect(proposal).to.deep.include({
        accounting_finality: 'none',
        actor_type: 'api_key',
        candidate_hash: candidate.candidate_hash,
        import_id: candidate.import_id,
        candidate_id: candidate.id,
      })
      expect(await openOf('documents', target.id)).to.equal(10_810)
      return proposal
    }

    async function expectAllocated() {
      const { body: allocation } = await post('/v1/allocations', handoff.allocation_request_payload, { wait: 10 })
      expect(allocation.state).to.equal('posted')
      expect((await get(`/v1/allocation-handoffs/${handoff.id}`)).body).to.deep.equal({
        ...handoff,
        allocation_id: { object: 'payment_allocation', id: allocation.id },
      })
      expect((await get(path)).body.data.map(({ id }) => id)).to.deep.equal([handoff.id])
    }

    async function expectTakenForAnother() {
      expect(
        await codes({
          target_document_id: other.id,
          open_ar_snapshot: chf(9_000),
          proposed_amount: chf(1),
          target_override_reason: 'split',
        }),
      ).to.deep.equal([201])
    }
  })

  it('of credit for another customer says who agreed, and its body is accepted and links back', async () => {
    const first = await invoiced(4_000, { customer: { name: 'Ka AG', customer_external_reference: 'K-A' } })
    const other = await invoiced(3_000, {
      document_number: 'R-200',
      customer: { name: 'Kb AG', customer_external_reference: 'K-B' },
    })
    const payment = await received(bankEntry({ amount: '100.00', details: transaction({ unstructured: 'R-200' }) }))
    expect((await allocate(payment.id, [[first.id, 4_000]])).body.state).to.equal('posted')
    const candidateOf = async () =>
      (await list('settlement-candidates')).find(({ target_document_id }) => target_document_id === other.id)
    await eventually(async () => (await candidateOf()) !== undefined)
    const path = `/v1/settlement-candidates/${there(await candidateOf()).id}/allocation-handoffs` as const
    const body = {
      end_customer_id: customer(),
      payment_id: payment.id,
      target_document_id: other.id,
      open_ar_snapshot: chf(3_000),
      proposed_amount: chf(3_000),
      reviewer_justification: 'number in the text',
    }
    const { status, body: refused } = await post(path, body)
    const details = refused.error?.details.map(({ code, pointer }) => `${code} ${pointer}`)
    expect([status, details]).to.deep.equal([422, ['set_off_consent_missing /set_off_consent']])
    const { body: handoff } = await post(path, { ...body, set_off_consent: 'Ka AG and Kb AG, by letter of 1 March' })
    const { body: allocation } = await post('/v1/allocations', handoff.allocation_request_payload, { wait: 10 })
    expect(allocation.state, JSON.stringify(allocation)).to.equal('posted')
    const { allocation_id } = (await get(`/v1/allocation-handoffs/${handoff.id}`)).body
    expect(allocation_id).to.deep.equal({ object: 'payment_allocation', id: allocation.id })
  })
})
