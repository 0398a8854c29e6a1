import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { row, sql } from '../../../shared/store/db/database.ts'
import { get, itemsOf, put } from '../../support/client.ts'
import { ACCOUNTS, chart, chf, newEndCustomer } from '../../support/requests/examples.ts'
import { service } from '../../support/service.ts'
import { changeRule, charges, createRule, RULES, switchRule } from './rule-requests.ts'

describe('POST /v1/bank-rules', () => {
  let customer: string
  before(async () => {
    customer = await newEndCustomer()
  })

  /** Pointer and code of everything that is wrong with a rule. */
  const refused = async (more: object) => {
    const { status, body } = await createRule(customer, more)
    return status === 422 ? body.error.details.map(({ pointer, code }) => [pointer, code]) : status
  }
  const action = (...lines: object[]) => ({ action: { text: 'x', lines } })
  const conditions = (more: object) => ({ conditions: { credit_debit_indicator: 'DBIT', ...more } })

  it('201: the rule with its first version, off', async () => {
    const { status, body } = await createRule(customer)
    expect(status).to.equal(201)
    expect(body).to.include({ object: 'bank_rule', version: 1, state: 'off', switched_on_at: null, mode: 'candidate' })
    expect(body.id).to.match(/^brule_/)
    const { object: _, end_customer_id: __, ...content } = { object: '', ...charges(customer) }
    expect(body).to.deep.include(content)
  })

  it('422: every account and tax code that a voucher of today would be refused for', async () => {
    expect(await refused(action({ account_code: '6999' }))).to.deep.equal([
      ['/action/lines/0/account_code', 'unknown_account'],
    ])
    expect(await refused(action({ account_code: '6500', share_bp: 1 }, { account_code: '2000' }))).to.deep.equal([
      ['/action/lines/1/account_code', 'control_account'],
    ])
    expect(
      await refused(
        action({ account_code: '6500', share_bp: 1, tax_code: 'I77' }, { account_code: '6500', tax_code: 'X' }),
      ),
    ).to.deep.equal([['/action/lines/1/tax_code', 'tax_code_unfit']])
    expect(await refused(action({ account_code: '6500', tax_code: 'I77' }))).to.deep.equal([
      ['/action/lines/0/tax_code', 'tax_code_unfit'],
    ])
  })

  it('422: more than 500 of an end customer, also where several are made at once', async () => {
    const full = await newEndCustomer()
    await createRule(full)
    const id = sql.fragment`jsonb_build_object('rule_id', md5(copy::text || original.rule_id)::uuid)`
    await service().owner.transaction(async (tx) => {
      await tx.query(sql.type(row())`set local session_replication_role = replica`)
      await tx.query(sql.type(row())`
        insert into bank_rules
        select made.* from bank_rules original
        cross join generate_series(1, 498) copy cross join lateral jsonb_populate_record(original, ${id}) made
        where original.end_customer_id = ${full}
      `)
    })
    const made = await Promise.all(Array.from({ length: 6 }, () => createRule(full)))
    expect(made.map(({ status }) => status).sort()).to.deep.equal([201, 422, 422, 422, 422, 422])
    const refusals = made.flatMap(({ status, body }) => (status === 422 ? body.error.details[0]?.code : []))
    expect(new Set(refusals)).to.deep.equal(new Set(['too_many']))
  })

  it('422: codes that the end customer is not registered for, and accounts that are not active any more', async () => {
    const other = randomUUID()
    const accounts = ACCOUNTS.map((one) => (one.account_code === '6503' ? { ...one, status: 'inactive' } : one))
    await put('/v1/accounts', chart(other, '2020-01-01', accounts))
    await put(`/v1/end-customers/${other}`, { vat_method: 'not_registered' })
    const wrong = async (line: object) => {
      const { body } = await createRule(other, { action: { text: 'x', lines: [line] } })
      return body.error.details.map(({ pointer, code }) => [pointer, code])
    }
    expect(await wrong({ account_code: '6500', tax_code: 'I81' })).to.deep.equal([
      ['/action/lines/0/tax_code', 'tax_code_unfit'],
    ])
    expect(await wrong({ account_code: '6503' })).to.deep.equal([['/action/lines/0/account_code', 'account_unfit']])
  })

  it('422: conditions and parts that make no sense, all of them at once', async () => {
    expect(await refused(conditions({ bank_account: 'CH9300762011623852957' }))).to.deep.equal([
      ['/conditions', 'required'],
    ])
    expect(
      await refused({
        ...conditions({ counterparty_name: 'AG', text: ' ', amount_from: chf(2), amount_to: chf(1) }),
        ...action({ account_code: '6500' }, { account_code: '6500', share_bp: 5 }),
      }),
    ).to.deep.equal([
      ['/conditions/counterparty_name', 'format'],
      ['/conditions/text', 'format'],
      ['/conditions/amount_to/amount_minor', 'out_of_range'],
      ['/action/lines/0', 'exactly_one'],
      ['/action/lines/1/share_bp', 'not_allowed'],
    ])
    const part = (size: object) => ({ account_code: '6500', ...size })
    const eur = { amount_minor: 1, currency: 'EUR' }
    expect(
      await refused(
        action(
          part({ share_bp: 9_000 }),
          part({ share_bp: 1_001 }),
          part({ amount: eur }),
          part({ amount: chf(0) }),
          part({}),
        ),
      ),
    ).to.deep.equal([
      ['/action/lines/3/amount/amount_minor', 'out_of_range'],
      ['/action/lines', 'out_of_range'],
      ['/action/lines/3/amount/currency', 'currency_mismatch'],
    ])
    const settle = { text: 'x', settle_payable_of: { name: 'Vermieter AG' } }
    const comesIn = { conditions: { credit_debit_indicator: 'CRDT', text: 'x' } }
    expect(await refused({ ...comesIn, action: settle })).to.deep.equal([['/action/settle_payable_of', 'not_allowed']])
    expect(await refused({ action: { ...settle, lines: [{ account_code: '6500' }] } })).to.deep.equal([
      ['/action', 'exactly_one'],
    ])
  })

  it('422: an end customer without a chart', async () => {
    const { status, body } = await createRule(randomUUID())
    expect([status, body.error.details[0]?.pointer]).to.deep.equal([422, '/end_customer_id'])
  })

  it('a refused rule leaves nothing behind', async () => {
    const other = await newEndCustomer()
    await createRule(other, action({ account_code: '6999' }))
    expect(await itemsOf('bank-rules', other)).to.deep.equal([])
    expect(await itemsOf('events', other, '&after=0')).to.deep.equal([])
  })
})

describe('versions of a rule', () => {
  it('a change is another version; the earlier ones stay as they were', async () => {
    const customer = await newEndCustomer()
    const { body: rule } = await createRule(customer, { state: 'on', mode: 'automatic' })
    expect(rule.state).to.equal('on')
    const changed = await changeRule(customer, rule.id, 1, { name: 'Andere' })
    expect([changed.status, changed.body.version, changed.body.state]).to.deep.equal([201, 2, 'on'])
    expect(Date.parse(changed.body.switched_on_at ?? '')).to.be.above(Date.parse(rule.switched_on_at ?? ''))
    const stale = await changeRule(customer, rule.id, 1)
    expect([stale.status, stale.body.error.details[0]?.code]).to.deep.equal([409, 'stale_version'])
    const { body } = await get(`${RULES}/${rule.id}`)
    expect(body.versions.map(({ version, name, mode }) => [version, name, mode])).to.deep.equal([
      [2, 'Andere', 'candidate'],
      [1, 'Bankspesen', 'automatic'],
    ])
    expect([body.version, body.has_more_versions]).to.deep.equal([2, false])
  })

  it('of many at once that have read one version, one is taken', async () => {
    const customer = await newEndCustomer()
    const { body: rule } = await createRule(customer)
    const answers = await Promise.all(Array.from({ length: 8 }, () => changeRule(customer, rule.id, 1)))
    expect(answers.filter(({ status }) => status === 201)).to.have.length(1)
    expect((await get(`${RULES}/${rule.id}`)).body.version).to.equal(2)
  })

  it('a wrong version is refused, and the rule stays', async () => {
    const customer = await newEndCustomer()
    const { body: rule } = await createRule(customer)
    const wrong = await changeRule(customer, rule.id, 1, { action: { text: 'x', lines: [{ account_code: '1' }] } })
    expect(wrong.status).to.equal(422)
    expect((await get(`${RULES}/${rule.id}`)).body).to.include({ version: 1 })
  })
})

describe('POST /v1/bank-rules/{id}/switch', () => {
  it('on and off, with events, and once more is nothing', async () => {
    const customer = await newEndCustomer()
    const { body: rule } = await createRule(customer)
    const on = await switchRule(customer, rule.id, 'on')
    expect([on.status, on.body.state, on.body.version]).to.deep.equal([201, 'on', 1])
    expect((await switchRule(customer, rule.id, 'on')).body.switched_on_at).to.equal(on.body.switched_on_at)
    expect((await switchRule(customer, rule.id, 'off')).body).to.include({ state: 'off', switched_on_at: null })
    const events = await itemsOf('events', customer, '&after=0')
    expect(events.map(({ event_type, subject }) => [event_type, subject.object, subject.id])).to.deep.equal(
      Array.from({ length: 3 }, () => ['bank_rule.changed', 'bank_rule', rule.id]),
    )
    expect((await itemsOf('bank-rules', customer, '&state=off')).map(({ id }) => id)).to.deep.equal([rule.id])
    expect(await itemsOf('bank-rules', customer, '&state=on')).to.deep.equal([])
  })

  it('422: a rule whose account is gone meanwhile is not switched on', async () => {
    const customer = await newEndCustomer()
    const { body: rule } = await createRule(customer)
    const without = ACCOUNTS.filter(({ account_code }) => account_code !== '6500')
    await put('/v1/accounts', chart(customer, '2026-01-01', without))
    const { status, body } = await switchRule(customer, rule.id, 'on')
    expect([status, body.error.details[0]?.pointer]).to.deep.equal([422, '/action/lines/0/account_code'])
  })
})
