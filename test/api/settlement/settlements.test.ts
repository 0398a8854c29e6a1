import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { bankEntry } from '../../camt053/messages.ts'
import { linesOf } from '../../support/books.ts'
import { get, post } from '../../support/client.ts'
import { chf } from '../../support/requests/examples.ts'
import { there } from '../../support/there.ts'
import { booksToSettle } from './books-to-settle.ts'

describe('settlements of payables', () => {
  const { customer, list, owed, paid, settle, openOf } = booksToSettle()

  it('a payable is settled in parts, never beyond what is open, on evidence of the bank used once', async () => {
    const payable = await owed(10_810)
    await paid(
      bankEntry({ amount: '108.10', direction: 'DBIT' }),
      bankEntry({ amount: '50.00' }),
      bankEntry({ amount: '9.00', direction: 'DBIT', status: '<Sts>PDNG</Sts>' }),
    )
    const entries = await list('camt-053/entries')
    const evidence = (index: number) => ({ evidence_sha256: there(entries[index]).canonical_entry_hash })
    const codes = async (amount: number, more: object) => {
      const { status, body } = await settle(payable.id, amount, more)
      return [status, body.error?.details[0]?.code]
    }
    expect(await codes(10_811, {})).to.deep.equal([422, 'exceeds_open_amount'])
    expect(await codes(0, {})).to.deep.equal([422, 'out_of_range'])
    expect(await codes(100, { amount: { amount_minor: 100, currency: 'EUR' } })).to.deep.equal([
      422,
      'currency_mismatch',
    ])
    expect(await codes(100, evidence(1))).to.deep.equal([422, 'evidence_wrong_direction'])
    expect(await codes(100, evidence(2))).to.deep.equal([422, 'evidence_not_booked'])
    const { status, body: first } = await settle(payable.id, 5_000, { ...evidence(0), bank_reference: 'B-1' })
    expect([status, first.state, first.open_amount_before.amount_minor]).to.deep.equal([201, 'posted', 10_810])
    expect(await linesOf(first.journal_entry_id)).to.deep.equal([
      ['2000', 5_000, 0],
      ['1020', 0, 5_000],
    ])
    const { body: second } = await settle(payable.id, 5_810, evidence(0))
    expect(await openOf('supplier-payables', payable.id)).to.equal(0)
    const another = await owed(100)
    const used = await settle(another.id, 100, evidence(0))
    expect([used.status, used.body.error.details[0]?.code]).to.deep.equal([422, 'evidence_exhausted'])
    const { id: entry_id } = there(entries[0])
    const holders = [first.id, second.id].sort().join(', ')
    expect(used.body.error.details[0]?.message).to.equal(
      `Bank entry ${entry_id} of CHF 108.10 is wholly booked already, and CHF 1.00 is asked for; it is booked by ${holders}. Reverse first what books it, or name another bank entry.`,
    )
    expect((await settle(another.id, 100, { evidence_sha256: 'f'.repeat(64) })).body.evidence_entry_id).to.equal(null)
    const { body: settlements } = await get(`/v1/supplier-payables/${payable.id}/settlements`)
    expect(settlements.data.map(({ amount }) => amount.amount_minor)).to.deep.equal([5_000, 5_810])
    const path = `/v1/supplier-payables/${payable.id}/settlements/${first.id}/reverse`
    const { body: reversed } = await post(path, { end_customer_id: customer(), reason: 'x' }, { wait: 10 })
    expect(reversed.state).to.equal('reversed')
    expect(await openOf('supplier-payables', payable.id)).to.equal(5_000)
    expect((await get(`/v1/camt-053/entries/${entries[0]?.id}`)).body.evidence_used.amount_minor).to.equal(5_810)
    expect((await post(path, { end_customer_id: customer(), reason: 'x' })).status).to.equal(409)
  })

  it('error codes of the contract: missing key, conflicting key, unknown field', async () => {
    const payable = await owed(1_000)
    const path = `/v1/supplier-payables/${payable.id}/settlements`
    const body = {
      end_customer_id: customer(),
      settlement_date: '2026-04-15',
      amount: chf(100),
      reviewer_justification: 'x',
    }
    const code = async (sent: object, options: object) => {
      const answer = await post(path, sent, options)
      return [answer.status, answer.body.error?.code]
    }
    expect(await code(body, { idempotencyKey: null })).to.deep.equal([400, 'missing_idempotency_key'])
    const idempotencyKey = randomUUID()
    expect(await code(body, { idempotencyKey })).to.deep.equal([201, undefined])
    expect(await code(body, { idempotencyKey })).to.deep.equal([201, undefined])
    expect(await code({ ...body, amount: chf(101) }, { idempotencyKey })).to.deep.equal([
      409,
      'idempotency_key_conflict',
    ])
    expect(await code({ ...body, state: 'posted' }, {})).to.deep.equal([422, 'validation_failed'])
    expect(await code(body, { key: 'hb_0000000000000000_x' })).to.deep.equal([401, 'invalid_auth'])
    expect(await openOf('supplier-payables', payable.id)).to.equal(900)
  })
})
