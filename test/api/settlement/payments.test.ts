import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { balance, bankEntry, camt053Message, transaction } from '../../camt053/messages.ts'
import { eventually, findings, linesOf } from '../../support/books.ts'
import { get, post, put, upload } from '../../support/client.ts'
import { chf, EXPENSES, expense, INVOICES, invoice } from '../../support/examples.ts'
import { KMU_ACCOUNTS, newKmuCustomer } from '../../support/kmu-chart.ts'

const QRR = '210000000003139471430009017'
const SCOR = 'RF18539007547034'

describe('payments, candidates, allocations and settlements', () => {
  let customer: string
  beforeEach(async () => {
    customer = await newKmuCustomer()
  })
  afterEach(async () => expect(await findings(customer)).to.deep.equal([]))

  const list = async (name: string, more = '') =>
    (await get(`/v1/${name}?end_customer_id=${customer}${more}`)).body.data
  async function invoiced(amount: number, payload: object = {}): Promise<any> {
    const request = invoice(customer, { payload: { gross_amount: chf(amount), tax_lines: [], ...payload } })
    const { body } = await post(INVOICES, request, { wait: 10 })
    expect(body.state, JSON.stringify(body.blockers)).to.equal('posted')
    return (await list('documents', `&source_fact_id=${body.id}`))[0]
  }
  async function owed(amount: number, payload: object = {}): Promise<any> {
    const { body } = await post(EXPENSES, expense(customer, { payload: { gross_amount: chf(amount), ...payload } }), {
      wait: 10,
    })
    expect(body.state, JSON.stringify(body.blockers)).to.equal('posted')
    return (await list('supplier-payables', `&source_fact_id=${body.id}`))[0]
  }
  async function paid(...entries: string[]): Promise<any[]> {
    const { body } = await upload(
      customer,
      camt053Message({ header: `<Id>${randomUUID()}</Id>`, bankEntries: entries.join('') }),
      {
        wait: 20,
      },
    )
    expect(body.state).to.equal('imported')
    return list('payments', `&import_id=${body.id}`)
  }
  const allocate = (payment_id: string, lines: [string, number][], more: object = {}, options = { wait: 10 }) =>
    post(
      '/v1/allocations',
      {
        end_customer_id: customer,
        payment_id,
        lines: lines.map(([document_id, amount]) => ({ document_id, amount: chf(amount) })),
        ...more,
      },
      options,
    )
  const settle = (payable: string, amount: number, more: object = {}) =>
    post(
      `/v1/supplier-payables/${payable}/settlements`,
      {
        end_customer_id: customer,
        settlement_date: '2026-04-15',
        amount: chf(amount),
        reviewer_justification: 'checked',
        ...more,
      },
      { wait: 10 },
    )
  const openOf = async (name: string, id: string) => (await get(`/v1/${name}/${id}`)).body.open_amount.amount_minor

  it('booked credits become payments: one for each transaction of a batch that adds up, else one; reversals take back', async () => {
    const batch =
      transaction({ amount: '60.00', name: 'A', reference: QRR }) + transaction({ amount: '48.10', name: 'B' })
    const vague = transaction({ name: 'C' }) + transaction({ name: 'D' })
    const payments = await paid(
      bankEntry({ details: batch }),
      bankEntry({ amount: '10', details: vague }),
      bankEntry({ amount: '20', direction: 'DBIT' }),
      bankEntry({ amount: '30', status: '<Sts>PDNG</Sts>' }),
      bankEntry({ amount: '40', details: transaction({ name: 'E', unstructured: 'Rg. 17' }) }),
      bankEntry({ amount: '50', reversal: 'true' }),
    )
    expect(
      payments.map((own: any) => [own.amount.amount_minor, own.debtor_name, own.payment_references]),
    ).to.deep.equal([
      [6_000, 'A', [QRR]],
      [4_810, 'B', []],
      [1_000, 'C', []],
      [4_000, 'E', []],
    ])
    await paid(bankEntry({ amount: '40', direction: 'DBIT', reversal: 'true', details: transaction({ name: 'E' }) }))
    const { body } = await get(`/v1/payments/${payments[3].id}`)
    expect([body.state, body.open_amount.amount_minor, body.returned_by_entry_id !== null]).to.deep.equal([
      'returned',
      0,
      true,
    ])
    const refused = await allocate(payments[3].id, [[(await invoiced(4_000)).id, 4_000]])
    expect([refused.status, refused.body.error.details[0].code]).to.deep.equal([422, 'exceeds_open_amount'])
  })

  it('the verifier counts customer credit once, however many versions of the chart name its account', async () => {
    for (const valid_from of ['2018-01-01', '2015-01-01']) {
      const accounts = KMU_ACCOUNTS.map(({ or_row, ...account }) => account)
      await put('/v1/accounts', { end_customer_id: customer, valid_from, accounts })
    }
    const [payment] = await paid(bankEntry({ amount: '100', details: transaction() }))
    const { body } = await allocate(payment.id, [[(await invoiced(4_000)).id, 4_000]])
    expect([body.state, body.customer_credit_balance.amount_minor]).to.deep.equal(['posted', 6_000])
    expect(await findings(customer)).to.deep.equal([])
  })

  it('candidates by reference, number in the text, amount with name; for suppliers too; newest state of affairs', async () => {
    const first = await invoiced(10_000, { payment_reference: '21 00000 00003 13947 14300 09017' })
    const second = await invoiced(20_000, { document_number: 'RE-2026/77' })
    const third = await invoiced(30_000, { customer: { name: 'Zürcher Möbel AG' } })
    const payable = await owed(40_000, { payment_reference: SCOR })
    await paid(
      bankEntry({ amount: '100.00', details: transaction({ reference: QRR }) }),
      bankEntry({ amount: '150.00', details: transaction({ unstructured: 'Zahlung RE-2026/77, danke' }) }),
      bankEntry({ amount: '300.00', details: transaction({ name: 'ZURCHER MOBEL' }) }),
      bankEntry({ amount: '999.00', details: transaction({ name: 'Niemand' }) }),
      bankEntry({ amount: '400.00', direction: 'DBIT', details: transaction({ reference: SCOR }) }),
    )
    let candidates: any[] = []
    await eventually(async () => {
      candidates = await list('settlement-candidates')
      return candidates.length === 4
    })
    expect(
      candidates.map((own) => [
        own.target_document_id ?? own.target_supplier_payable_id,
        own.proposed_amount.amount_minor,
        own.score,
        own.reasons,
      ]),
    ).to.have.deep.members([
      [first.id, 10_000, 100, ['reference', 'amount', 'name']],
      [second.id, 15_000, 75, ['number_in_text', 'name']],
      [third.id, 30_000, 60, ['amount', 'name']],
      [payable.id, 40_000, 100, ['reference', 'amount']],
    ])
    for (const own of candidates) {
      expect(own.candidate_hash).to.match(/^[0-9a-f]{64}$/)
      expect((await get(`/v1/settlement-candidates/${own.id}`)).body).to.deep.equal(own)
    }
    await allocate(candidates.find(({ target_document_id }) => target_document_id === first.id).payment_id, [
      [first.id, 10_000],
    ])
    await eventually(async () => (await list('settlement-candidates')).length === 3)
    expect(await list('settlement-candidates', '&state=superseded')).to.have.length(1)
  })

  it('handoff: a proposal with the very body for the allocation, which links back', async () => {
    const target = await invoiced(10_810, { document_number: 'R-100' })
    const other = await invoiced(9_000)
    await paid(bankEntry({ details: transaction({ unstructured: 'R-100' }) }))
    let candidate: any
    await eventually(async () => {
      ;[candidate] = await list('settlement-candidates')
      return candidate !== undefined
    })
    const path = `/v1/settlement-candidates/${candidate.id}/allocation-handoffs`
    const body = {
      end_customer_id: customer,
      payment_id: candidate.payment_id,
      target_document_id: target.id,
      open_ar_snapshot: chf(10_810),
      proposed_amount: chf(5_000),
      reviewer_justification: 'number in the text',
    }
    const codes = async (changed: object) => {
      const answer = await post(path, { ...body, ...changed })
      return [answer.status, ...(answer.body.error?.details ?? []).map(({ code }: any) => code)]
    }
    expect(await codes({ open_ar_snapshot: chf(10_811) })).to.deep.equal([409, 'stale_open_ar_snapshot'])
    expect(await codes({ target_document_id: other.id, open_ar_snapshot: chf(9_000) })).to.deep.equal([422, 'required'])
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
    const { status, body: handoff } = await post(path, body)
    expect(status).to.equal(201)
    expect(handoff).to.deep.include({
      accounting_finality: 'none',
      actor_type: 'api_key',
      candidate_hash: candidate.candidate_hash,
      import_id: candidate.import_id,
      candidate_id: candidate.id,
    })
    expect(await openOf('documents', target.id)).to.equal(10_810)
    const { body: allocation } = await post('/v1/allocations', handoff.allocation_request_payload, { wait: 10 })
    expect(allocation.state).to.equal('posted')
    expect((await get(`/v1/allocation-handoffs/${handoff.id}`)).body).to.deep.equal({
      ...handoff,
      allocation_id: { object: 'payment_allocation', id: allocation.id },
    })
    expect((await get(path)).body.data.map(({ id }: any) => id)).to.deep.equal([handoff.id])
    expect(
      await codes({
        target_document_id: other.id,
        open_ar_snapshot: chf(9_000),
        proposed_amount: chf(1),
        target_override_reason: 'split',
      }),
    ).to.deep.equal([201])
  })

  it('several lines, partial, the rest to customer credit, later allocations out of it, all reversible', async () => {
    const [a, b, c] = [await invoiced(50_000), await invoiced(30_000), await invoiced(20_000)]
    const [payment] = await paid(bankEntry({ amount: '900.00' }))
    const { status, body: first } = await allocate(payment.id, [
      [a.id, 50_000],
      [b.id, 10_000],
    ])
    expect([status, first.state, first.amount, first.customer_credit_balance]).to.deep.equal([
      201,
      'posted',
      chf(60_000),
      chf(30_000),
    ])
    expect(first.lines.map((line: any) => [line.document_id, line.open_amount_before.amount_minor])).to.deep.equal([
      [a.id, 50_000],
      [b.id, 30_000],
    ])
    expect(await linesOf(first.journal_entry_id)).to.deep.equal([
      ['1020', 90_000, 0],
      ['1100', 0, 50_000],
      ['1100', 0, 10_000],
      ['2030', 0, 30_000],
    ])
    const { body: second } = await allocate(payment.id, [
      [b.id, 20_000],
      [c.id, 5_000],
    ])
    expect(await linesOf(second.journal_entry_id)).to.deep.equal([
      ['2030', 25_000, 0],
      ['1100', 0, 20_000],
      ['1100', 0, 5_000],
    ])
    expect(second.customer_credit_balance).to.deep.equal(chf(5_000))
    expect((await get(`/v1/payments/${payment.id}`)).body).to.deep.include({
      state: 'partially_allocated',
      customer_credit: chf(5_000),
    })
    const tooMuch = await allocate(payment.id, [[c.id, 5_001]])
    expect([tooMuch.status, tooMuch.body.error.details[0].code]).to.deep.equal([422, 'exceeds_open_amount'])
    const reverse = (id: string) =>
      post(`/v1/allocations/${id}/reverse`, { end_customer_id: customer, reason: 'x' }, { wait: 10 })
    const early = await reverse(first.id)
    expect([early.status, early.body.error.details[0].code]).to.deep.equal([409, 'in_use'])
    expect(early.body.error.message).to.include(second.id)
    expect((await reverse(second.id)).body).to.deep.include({ state: 'reversed' })
    const { body: undone } = await reverse(first.id)
    expect(await linesOf(undone.reversal_journal_entry_id)).to.deep.equal([
      ['1020', 0, 90_000],
      ['1100', 50_000, 0],
      ['1100', 10_000, 0],
      ['2030', 30_000, 0],
    ])
    expect(await Promise.all([a, b, c].map(({ id }) => openOf('documents', id)))).to.deep.equal([
      50_000, 30_000, 20_000,
    ])
    expect(await openOf('payments', payment.id)).to.equal(90_000)
    expect((await reverse(first.id)).status).to.equal(409)
    const listed = await list('allocations', `&payment_id=${payment.id}`)
    expect(listed.map(({ id, state }: any) => [id, state])).to.deep.equal([
      [first.id, 'reversed'],
      [second.id, 'reversed'],
    ])
  })

  it('mistakes of an allocation are named line by line, and nothing is reserved', async () => {
    const a = await invoiced(10_000)
    const [payment] = await paid(bankEntry({ amount: '100.00' }))
    const codes = async (lines: [string, number][], more: object = {}) => {
      const { status, body } = await allocate(payment.id, lines, more)
      return [status, ...(body.error?.details ?? []).map(({ pointer, code }: any) => `${pointer} ${code}`)]
    }
    expect(
      await codes([
        [a.id, 10_001],
        ['doc_x', 1],
      ]),
    ).to.deep.equal([422, '/lines/0/amount/amount_minor exceeds_open_amount', '/lines/1/document_id not_found'])
    expect(
      await codes([
        [a.id, 1],
        [a.id, 1],
      ]),
    ).to.deep.equal([422, '/lines/1/document_id duplicate'])
    expect(await codes([[a.id, 0]])).to.deep.equal([422, '/lines/0/amount/amount_minor out_of_range'])
    expect(await codes([[a.id, -1]])).to.deep.equal([422, '/lines/0/amount/amount_minor exceeds_open_amount'])
    const { body: manual } = await post('/v1/manual-payments', {
      end_customer_id: customer,
      amount: chf(1),
      event_date: '2026-01-01',
    })
    const refused = await allocate(manual.id, [[a.id, 1]])
    expect([refused.status, refused.body.error.details[0].code]).to.deep.equal([422, 'not_supported_in_v0_1'])
    expect(await codes([[a.id, 1]], { payment_id: 'pay_x' })).to.deep.equal([422, '/payment_id not_found'])
    expect(await openOf('documents', a.id)).to.equal(10_000)
  })

  it('two allocations at once never use the same Rappen twice, of a payment or of a document', async () => {
    const [a, b] = [await invoiced(10_000), await invoiced(10_000)]
    const [first, second] = await paid(bankEntry({ amount: '100.00' }), bankEntry({ amount: '100.00' }))
    const answers = await Promise.all([
      ...Array.from({ length: 4 }, () => allocate(first.id, [[a.id, 6_000]])),
      ...Array.from({ length: 4 }, () =>
        allocate(second.id, [
          [b.id, 4_000],
          [a.id, 3_000],
        ]),
      ),
    ])
    expect(answers.filter(({ status }) => status === 201)).to.have.length(2)
    expect([
      await openOf('documents', a.id),
      await openOf('payments', first.id),
      await openOf('payments', second.id),
    ]).to.deep.equal([1_000, 4_000, 3_000])
  })

  it('payments at once never use the same Rappen of a document twice', async () => {
    const document_ = await invoiced(10_000)
    const payments = await paid(...['61.00', '62.00', '63.00'].map((amount) => bankEntry({ amount })))
    const answers = await Promise.all(payments.map(({ id }) => allocate(id, [[document_.id, 6_000]])))
    const outcomes = answers.map(({ status, body }) => body.error?.details[0]?.code ?? body.error?.code ?? status)
    expect(outcomes.sort()).to.deep.equal([201, 'exceeds_open_amount', 'exceeds_open_amount'])
  })

  it('an allocation into a locked period stays a draft, is booked when that is over, or given up without an entry', async () => {
    const [a, b] = [await invoiced(10_000), await invoiced(10_000)]
    const [payment] = await paid(bankEntry({ amount: '200.00' }))
    await put('/v1/period-locks', { end_customer_id: customer, locked_through: '2026-03-31', reason: 'x' })
    const { body: draft } = await allocate(payment.id, [[a.id, 10_000]])
    expect([draft.state, draft.intents[0].state, draft.intents[0].blockers[0].code]).to.deep.equal([
      'draft',
      'blocked',
      'period_locked',
    ])
    expect(await openOf('documents', a.id)).to.equal(0)
    const close = await post('/v1/fiscal-years/FY2026/close', { end_customer_id: customer, reason: 'x' })
    expect(close.body.error.details.map(({ code }: any) => code)).to.deep.equal(['drafts_not_booked'])
    const { body: other } = await allocate(payment.id, [[b.id, 10_000]])
    const { body: given } = await post(
      `/v1/allocations/${other.id}/reverse`,
      { end_customer_id: customer, reason: 'x' },
      { wait: 10 },
    )
    expect([
      given.state,
      given.journal_entry_id,
      given.reversal_journal_entry_id,
      given.intents[0].state,
    ]).to.deep.equal(['reversed', null, null, 'failed'])
    expect(await openOf('documents', b.id)).to.equal(10_000)
    await put('/v1/period-locks', { end_customer_id: customer, locked_through: '2026-01-31', reason: 'y' })
    await eventually(async () => (await get(`/v1/allocations/${draft.id}`)).body.state === 'posted')
  })

  it('nothing is allocated from a payment whose booking is being reversed, until that is done', async () => {
    const target = await invoiced(10_000)
    const [payment] = await paid(bankEntry({ amount: '100', details: transaction() }))
    const { body: first } = await allocate(payment.id, [[target.id, 4_000]])
    const lock = (locked_through: string) =>
      put('/v1/period-locks', { end_customer_id: customer, locked_through, reason: 'x' }, { wait: 10 })
    await lock('2027-12-31')
    const reversal = { end_customer_id: customer, reason: 'x' }
    const { body: waiting } = await post(`/v1/allocations/${first.id}/reverse`, reversal, { wait: 10 })
    expect([waiting.state, waiting.intents.at(-1).state]).to.deep.equal(['posted', 'blocked'])
    const refused = await allocate(payment.id, [[target.id, 3_000]])
    expect([refused.status, refused.body.error.details[0].code]).to.deep.equal([422, 'being_reversed'])
    await lock('2025-12-31')
    await eventually(async () => (await get(`/v1/allocations/${first.id}`)).body.state === 'reversed')
    const { body: second } = await allocate(payment.id, [[target.id, 3_000]])
    expect([second.state, second.customer_credit_balance.amount_minor]).to.deep.equal(['posted', 7_000])
  })

  it('a credit note is used up together with an invoice of the same customer', async () => {
    const same = { customer: { name: 'Kundin GmbH', customer_external_reference: 'K-1' } }
    const [a, note, stranger] = [
      await invoiced(10_000, same),
      await invoiced(-3_000, same),
      await invoiced(-1_000, { customer: { name: 'Andere', customer_external_reference: 'K-2' } }),
    ]
    const [payment] = await paid(bankEntry({ amount: '70.00' }))
    const refused = await allocate(payment.id, [
      [a.id, 8_000],
      [stranger.id, -1_000],
    ])
    expect(refused.body.error.details[0].code).to.equal('several_partners')
    const { body } = await allocate(payment.id, [
      [a.id, 10_000],
      [note.id, -3_000],
    ])
    expect(await linesOf(body.journal_entry_id)).to.deep.equal([
      ['1020', 7_000, 0],
      ['1100', 0, 10_000],
      ['1100', 3_000, 0],
    ])
    expect([await openOf('documents', a.id), await openOf('documents', note.id)]).to.deep.equal([0, 0])
  })

  it('what is allocated or settled cannot be reversed from under it', async () => {
    const a = await invoiced(10_000)
    const [payment] = await paid(bankEntry({ amount: '100.00' }))
    const { body: allocation } = await allocate(payment.id, [[a.id, 10_000]])
    const { status, body } = await post(`/v1/source-facts/${a.source_fact_id.id}/reverse`, {
      end_customer_id: customer,
      reason: 'x',
    })
    expect([status, body.error.details[0].code, body.error.message.includes(allocation.id)]).to.deep.equal([
      409,
      'in_use',
      true,
    ])
    const payable = await owed(5_000)
    await settle(payable.id, 1_000)
    expect(
      (await post(`/v1/source-facts/${payable.source_fact_id.id}/reverse`, { end_customer_id: customer, reason: 'x' }))
        .status,
    ).to.equal(409)
  })

  it('a payable is settled in parts, never beyond what is open, on evidence of the bank used once', async () => {
    const payable = await owed(10_810)
    await paid(
      bankEntry({ amount: '108.10', direction: 'DBIT' }),
      bankEntry({ amount: '50.00' }),
      bankEntry({ amount: '9.00', direction: 'DBIT', status: '<Sts>PDNG</Sts>' }),
    )
    const entries = await list('camt-053/entries')
    const evidence = (index: number) => ({ evidence_sha256: entries[index].canonical_entry_hash })
    const codes = async (amount: number, more: object) => {
      const { status, body } = await settle(payable.id, amount, more)
      return [status, body.error?.details[0].code]
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
    await settle(payable.id, 5_810, evidence(0))
    expect(await openOf('supplier-payables', payable.id)).to.equal(0)
    const another = await owed(100)
    const used = await settle(another.id, 100, evidence(0))
    expect([used.status, used.body.error.details[0].code]).to.deep.equal([422, 'evidence_exhausted'])
    expect((await settle(another.id, 100, { evidence_sha256: 'f'.repeat(64) })).body.evidence_entry_id).to.equal(null)
    const { body: settlements } = await get(`/v1/supplier-payables/${payable.id}/settlements`)
    expect(settlements.data.map(({ amount }: any) => amount.amount_minor)).to.deep.equal([5_000, 5_810])
    const path = `/v1/supplier-payables/${payable.id}/settlements/${first.id}/reverse`
    const { body: reversed } = await post(path, { end_customer_id: customer, reason: 'x' }, { wait: 10 })
    expect(reversed.state).to.equal('reversed')
    expect(await openOf('supplier-payables', payable.id)).to.equal(5_000)
    expect((await get(`/v1/camt-053/entries/${entries[0].id}`)).body.evidence_used.amount_minor).to.equal(5_810)
    expect((await post(path, { end_customer_id: customer, reason: 'x' })).status).to.equal(409)
  })

  it('settlements at once never use the same Rappen twice, of a payable or of a booking of the bank', async () => {
    const [first, ...others] = [await owed(10_000), await owed(10_000), await owed(10_000), await owed(10_000)]
    await paid(bankEntry({ amount: '100.00', direction: 'DBIT' }))
    const [{ canonical_entry_hash: evidence_sha256 }] = await list('camt-053/entries')
    const outcomes = async (settlements: Promise<any>[]) =>
      (await Promise.all(settlements))
        .map(({ status, body }) => body.error?.details[0]?.code ?? body.error?.code ?? status)
        .sort()
    expect(await outcomes([1, 2, 3].map(() => settle(first.id, 6_000)))).to.deep.equal([
      201,
      'exceeds_open_amount',
      'exceeds_open_amount',
    ])
    expect(await outcomes(others.map(({ id }) => settle(id, 6_000, { evidence_sha256 })))).to.deep.equal([
      201,
      'evidence_exhausted',
      'evidence_exhausted',
    ])
  })

  it('error codes of the contract: missing key, conflicting key, unknown field', async () => {
    const payable = await owed(1_000)
    const path = `/v1/supplier-payables/${payable.id}/settlements`
    const body = {
      end_customer_id: customer,
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

  const RATES = (rate: string, rate_date: string) => ({ currency: 'EUR', rate, rate_date })
  it('foreign currency: a payable is settled with gain or loss, by the rate or by what the bank took', async () => {
    await put('/v1/exchange-rates', {
      end_customer_id: customer,
      rates: [RATES('0.95', '2026-01-01'), RATES('0.94', '2026-04-01')],
    })
    const eur = (amount_minor: number) => ({ amount_minor, currency: 'EUR' })
    const document_of = { currency: 'EUR', gross_amount: eur(50_000), tax_lines: [] }
    const [first, second] = [await owed(0, document_of), await owed(0, document_of)]
    const { body: gained } = await settle(first.id, 0, { amount: eur(50_000) })
    expect(await linesOf(gained.journal_entry_id)).to.deep.equal([
      ['2000', 47_500, 0],
      ['1020', 0, 47_000],
      ['6999', 0, 500],
    ])
    await paid(bankEntry({ amount: '480.00', direction: 'DBIT' }))
    const [evidence] = await list('camt-053/entries')
    const { body: lost } = await settle(second.id, 0, {
      amount: eur(50_000),
      evidence_sha256: evidence.canonical_entry_hash,
    })
    expect(await linesOf(lost.journal_entry_id)).to.deep.equal([
      ['2000', 47_500, 0],
      ['1020', 0, 48_000],
      ['6949', 500, 0],
    ])
  })

  it('foreign currency: a receivable is paid with loss, and customer credit keeps the value at which it was booked', async () => {
    const rates = [RATES('0.95', '2026-01-01'), RATES('0.94', '2026-03-31')]
    await put('/v1/exchange-rates', { end_customer_id: customer, rates })
    const eur = (amount_minor: number) => ({ amount_minor, currency: 'EUR' })
    const claim = () => invoiced(0, { currency: 'EUR', gross_amount: eur(100_000) })
    const [first, second] = [await claim(), await claim()]
    const [payment] = await paid(bankEntry({ amount: '1500.00', currency: 'EUR' }))
    const allocated = async (document_id: string, amount: number) => {
      const lines = [{ document_id, amount: eur(amount) }]
      const { body } = await post(
        '/v1/allocations',
        { end_customer_id: customer, payment_id: payment.id, lines },
        { wait: 10 },
      )
      expect(body.state, JSON.stringify(body)).to.equal('posted')
      return linesOf(body.journal_entry_id)
    }
    expect(await allocated(first.id, 100_000)).to.deep.equal([
      ['1020', 141_000, 0],
      ['1100', 0, 95_000],
      ['2030', 0, 47_000],
      ['6949', 1_000, 0],
    ])
    expect(await allocated(second.id, 50_000)).to.deep.equal([
      ['2030', 47_000, 0],
      ['1100', 0, 47_500],
      ['6949', 500, 0],
    ])
    expect((await get(`/v1/documents/${second.id}`)).body.base_open_amount.amount_minor).to.equal(47_500)
    const other = await invoiced(1_000)
    const refused = await allocate(payment.id, [[other.id, 1_000]])
    expect(refused.body.error.details[0].code).to.equal('currency_mismatch')
  })

  it('the account at the bank decides where the money is booked', async () => {
    const mappings = [
      { mapping_key: 'posting.bank.CH9300762011623852957', account_code: '1021', valid_from: '2020-01-01' },
    ]
    const { status, text } = await put('/v1/account-mappings', { end_customer_id: customer, mappings })
    expect(status, text).to.equal(202)
    const a = await invoiced(10_000)
    const [payment] = await paid(bankEntry({ amount: '100.00' }))
    const { body } = await allocate(payment.id, [[a.id, 10_000]])
    expect((await linesOf(body.journal_entry_id))[0]).to.deep.equal(['1021', 10_000, 0])
  })

  it('manual payments are evidence: recorded, reversed once, with a correction where there is one', async () => {
    const recorded = await post('/v1/manual-payments', {
      end_customer_id: customer,
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
    const path = `/v1/manual-payments/${recorded.body.id}/reverse`
    const { status, body } = await post(path, { end_customer_id: customer, reason: 'typo', correction })
    expect([status, body.state, body.intents[0].type, body.intents[0].state]).to.deep.equal([
      202,
      'reversed',
      'manual_payment_reversal',
      'succeeded',
    ])
    expect((await get(`/v1/manual-payments/${body.correction_payment_id}`)).body).to.deep.include({
      amount: chf(50_000),
      state: 'recorded',
    })
    const again = await post(path, { end_customer_id: customer, reason: 'typo' })
    expect([again.status, again.body.error.details[0].code]).to.deep.equal([409, 'already_reversed'])
    expect((await list('manual-payments')).map(({ state }: any) => state)).to.deep.equal(['reversed', 'recorded'])
    expect(
      (await post('/v1/manual-payments', { end_customer_id: customer, amount: chf(0), event_date: '2026-03-31' }))
        .status,
    ).to.equal(422)
  })

  it('every way of the bank statement to the books: at the end the bank account is its closing balance', async () => {
    const a = await invoiced(25_000, { payment_reference: QRR })
    const payable = await owed(10_000)
    const xml = camt053Message({
      balances: balance('OPBD', '0') + balance('CLBD', '150.00'),
      bankEntries:
        bankEntry({ amount: '250.00', details: transaction({ reference: QRR }) }) +
        bankEntry({ amount: '100.00', direction: 'DBIT' }),
    })
    const { body: imported } = await upload(customer, xml, { wait: 20 })
    const [payment] = await list('payments')
    await allocate(payment.id, [[a.id, 25_000]])
    const entries = await list('camt-053/entries')
    await settle(payable.id, 10_000, { evidence_sha256: entries[1].canonical_entry_hash })
    const { body: ledger } = await get(
      `/v1/statements/account-ledger?end_customer_id=${customer}&fiscal_year_id=FY2026&account_code=1020`,
    )
    expect(ledger.closing_balance).to.deep.equal(imported.statements[0].closing_balance.amount)
    expect(
      ledger.lines.map((line: any) => [line.source.type, line.evidence_hashes.evidence_link_hashes[0]]),
    ).to.deep.equal([
      ['payment_allocation', entries[0].canonical_entry_hash],
      ['supplier_payable_settlement', entries[1].canonical_entry_hash],
    ])
    const { body: found } = await get(
      `/v1/journal-entries?end_customer_id=${customer}&source_id=${ledger.lines[1].source.id}`,
    )
    expect(found.data).to.have.length(1)
  })
})
