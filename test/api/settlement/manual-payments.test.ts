import { expect } from 'chai'
import { get, post } from '../../support/client.ts'
import { chf } from '../../support/requests/examples.ts'
import { booksToSettle } from './books-to-settle.ts'

describe('manual payments', () => {
  const { customer, list } = booksToSettle()

  it('manual payments are evidence: recorded, reversed once, with a correction where there is one', async () => {
    const recorded = await post('/v1/manual-payments', {
      end_customer_id: customer(),
      amount: chf(55_000),
      event_date: '2026-03-31',
      source_channel: 'manual',
      reference: 'Barzahlung',
      source_evidence_sha256: 'a'.repeat(64),
    })
    expect(recorded.status).to.equal(202)
    expect(recorded.body).to.deep.include({
      state: 'recorded',
      allocation_status: 'not_supported_in_v0_1',
      evidence_only: true,
      correction_payment_id: null,
      intents: [],
    })
    const correction = { amount: chf(50_000), event_date: '2026-03-31', source_channel: 'manual', reference: 'richtig' }
    const path = `/v1/manual-payments/${recorded.body.id}/reverse` as const
    const { status, body } = await post(path, { end_customer_id: customer(), reason: 'typo', correction })
    expect([status, body.state, body.intents[0]?.type, body.intents[0]?.state]).to.deep.equal([
      202,
      'reversed',
      'manual_payment_reversal',
      'succeeded',
    ])
    expect((await get(`/v1/manual-payments/${body.correction_payment_id}`)).body).to.deep.include({
      amount: chf(50_000),
      state: 'recorded',
    })
    const again = await post(path, { end_customer_id: customer(), reason: 'typo' })
    expect([again.status, again.body.error.details[0]?.code]).to.deep.equal([409, 'already_reversed'])
    expect((await list('manual-payments')).map(({ state }) => state)).to.deep.equal(['reversed', 'recorded'])
    expect(
      (await post('/v1/manual-payments', { end_customer_id: customer(), amount: chf(0), event_date: '2026-03-31' }))
        .status,
    ).to.equal(422)
  })
})
