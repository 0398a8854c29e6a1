import { expect } from 'chai'
import { codesOf, eventually, factOf, findings } from '../../support/books.ts'
import { get, post, put } from '../../support/client.ts'
import { EXPENSES, expense, newEndCustomer, taxLine } from '../../support/requests/examples.ts'
import { NET_RATE, register } from './register.ts'

const PLAIN = 'CHE116281710'

describe('suppliers whose UID does not say that they are registered', () => {
  let customer: string
  let count = 0
  const bill = (uid: string, more: object = {}, fields: object = {}) => {
    count += 1
    const supplier = { name: `Lieferantin ${count}`, uid_mwst_number: uid }
    const payload = { supplier, document_number: `L-${count}`, tax_lines: [taxLine('I81', 10_000, 810)], ...more }
    return expense(customer, { ...fields, payload })
  }
  const sent = async (...args: Parameters<typeof bill>) => {
    const { body } = await post(EXPENSES, bill(...args), { wait: 10 })
    return [body.state, ...(body.warnings ?? []).map(({ code }) => code), ...codesOf(body)]
  }
  const answer = (is_registered: boolean, uid = PLAIN) =>
    put('/v1/supplier-uids', { end_customer_id: customer, uid, is_registered, reason: 'UID-Register' }, { wait: 10 })
  const known = async (more = '') => {
    const { body } = await get(`/v1/supplier-uids?end_customer_id=${customer}${more}`)
    return body.data.map(({ uid, is_registered }) => [uid, is_registered])
  }
  beforeEach(async () => {
    customer = await newEndCustomer()
  })

  it('are asked about once, however the UID is spelt, and keep their input tax', async () => {
    expect(await sent('CHE-116.281.710')).to.deep.equal(['posted', 'supplier_uid_without_suffix'])
    expect(await sent('che 116 281 710')).to.deep.equal(['posted'])
    expect(await sent('CHE-107.787.577 MWST')).to.deep.equal(['posted'])
    expect(await sent('CHE-107.787.577')).to.deep.equal(['posted', 'supplier_uid_without_suffix'])
    expect(await known()).to.deep.equal([
      ['CHE107787577', null],
      [PLAIN, null],
    ])
    const { body } = await get(`/v1/tax-records?end_customer_id=${customer}`)
    expect(body.data.map(({ tax_amount }) => tax_amount.amount_minor)).to.deep.equal([810, 810, 810, 810])
    expect(await findings(customer)).to.deep.equal([])
  })

  it('are told in the feed when somebody answers', async () => {
    await answer(true)
    await answer(false)
    const { body } = await get(`/v1/events?end_customer_id=${customer}&after=0`)
    const told = body.data.filter(({ event_type }) => event_type === 'supplier_uid.answered')
    expect(told.map(({ subject }) => [subject.object, subject.id])).to.deep.equal([
      ['end_customer', customer],
      ['end_customer', customer],
    ])
    expect(await findings(customer)).to.deep.equal([])
  })

  it('are asked about once where two documents come together', async () => {
    const requests = [bill('CHE-116.281.710'), bill('CHE-116.281.710')]
    const facts = await Promise.all(requests.map((request) => post(EXPENSES, request)))
    const asked = await Promise.all(
      facts.map(async ({ body: { id } }) => {
        await eventually(async () => (await factOf(id)).state === 'posted')
        return (await factOf(id)).warnings?.length
      }),
    )
    expect(asked.sort()).to.deep.equal([0, 1])
  })

  it('are not asked about without a deduction', async () => {
    expect(await sent('CHE-116.281.710', { tax_lines: [taxLine('NONE', 10_810, 0)] })).to.deep.equal(['posted'])
    expect(await sent('CHE-116.281.710', { tax_lines: [taxLine('B81', 10_810, 0)] })).to.deep.equal(['posted'])
    expect((await register(customer, '2027-01-01', NET_RATE)).status).to.equal(202)
    expect(await known()).to.deep.equal([])
  })

  it('are not asked about again once somebody has answered', async () => {
    const { status, body } = await answer(true, 'CHE-116.281.710 MWST')
    expect([status, body.uid, body.is_registered, body.source_fact_id]).to.deep.equal([202, PLAIN, true, null])
    expect(await sent('CHE-116.281.710')).to.deep.equal(['posted'])
    await sent('CHE-107.787.577')
    expect(await known('&is_answered=false')).to.deep.equal([['CHE107787577', null]])
    expect(await known('&is_answered=true')).to.deep.equal([[PLAIN, true]])
    expect(await known('&limit=1&starting_after=CHE107787577')).to.deep.equal([[PLAIN, true]])
  })

  it('that are not registered are blocked, until the answer is another one', async () => {
    await answer(false)
    const { body } = await post(EXPENSES, bill('CHE-116.281.710'), { wait: 10 })
    expect([body.state, codesOf(body)]).to.deep.equal(['blocked', ['supplier_not_registered']])
    const decided = { input_tax_decision: { approved_by: 'Meier', reason: 'Löschung erst danach' } }
    expect(await sent('CHE-116.281.710', decided)).to.deep.equal(['posted'])
    expect(await sent('CHE-116.281.710', { tax_lines: [taxLine('NONE', 10_810, 0)] })).to.deep.equal(['posted'])
    await answer(true)
    await eventually(async () => (await factOf(body.id)).state === 'posted')
    expect(await findings(customer)).to.deep.equal([])
  })

  it('have a UID: 422 for another number', async () => {
    const wrong = await answer(true, 'CHE-116.281.711')
    expect([
      wrong.status,
      (wrong.body as never as { error: { details: { pointer: string; code: string }[] } }).error.details.map(
        ({ pointer, code }) => [pointer, code],
      ),
    ]).to.deep.equal([422, [['/uid', 'uid_invalid']]])
    const cursor = await get(`/v1/supplier-uids?end_customer_id=${customer}&starting_after=CHE100000000`)
    expect(cursor.status).to.equal(400)
  })
})
