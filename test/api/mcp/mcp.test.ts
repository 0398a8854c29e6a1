import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { expect } from 'chai'
import { openConfirmations, openRecorded } from '../../../api/mcp/confirmations.ts'
import { endpoints } from '../../../api/routes.ts'
import { issueKey } from '../../../shared/store/platform/issue-key.ts'
import { get, post, put } from '../../support/client.ts'
import { runCli } from '../../support/processes/run-cli.ts'
import { EXPENSES, expense, newEndCustomer } from '../../support/requests/examples.ts'
import { service } from '../../support/service.ts'
import { rowsOfTables } from '../../support/watched/rows-of-tables.ts'

type Said = { readonly is_error: boolean; readonly text: string }

describe('npm run mcp', function () {
  this.timeout(60_000)
  const opened: Client[] = []
  let customer: string
  let reader: Client
  let writer: Client

  before(async () => {
    customer = await newEndCustomer()
    const only = { end_customer_ids: [customer] }
    const read = await issueKey(service().home, { client_name: 'model', scopes: ['read'], ...only })
    const write = await issueKey(service().home, { client_name: 'model', ...only })
    reader = await open(read)
    writer = await open(write, '--write')
  })
  after(() => Promise.all(opened.map((client) => client.close())))

  async function open(key: string, ...args: string[]): Promise<Client> {
    const client = new Client({ name: 'test', version: '1.0.0' })
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: ['api/mcp/main.ts', ...args],
        env: { HAUPTBUCH_URL: service().base_url, HAUPTBUCH_KEY: key },
      }),
    )
    opened.push(client)
    return client
  }

  async function call(client: Client, name: string, args: object): Promise<Said> {
    const { content, isError = false } = await client.callTool({ name, arguments: { ...args } })
    const [part] = content as { type: string; text: string }[]
    return { is_error: isError, text: part?.text ?? '' }
  }

  async function answer(client: Client, name: string, args: object) {
    const { is_error, text } = await call(client, name, args)
    expect(is_error, text).to.equal(false)
    return JSON.parse(text)
  }

  async function refused(client: Client, name: string, args: object): Promise<string> {
    const { is_error, text } = await call(client, name, args)
    expect(is_error, text).to.equal(true)
    return text
  }

  it('has a tool for every read of the interface, and dry runs; one more where it may write', async () => {
    const reads = endpoints.filter((endpoint) => endpoint.method === 'get' || 'compute' in endpoint)
    const tries = ['tryExpenseDocument', 'tryCustomerInvoice', 'tryJournalVoucher', 'trySourceFacts']
    const { tools } = await reader.listTools()
    const names = tools.map(({ name }) => name)
    expect(names).to.have.members([...reads.map(({ operation_id }) => operation_id), ...tries])
    expect(tools.filter(({ annotations }) => annotations?.readOnlyHint !== true)).to.deep.equal([])
    const { tools: more } = await writer.listTools()
    expect(more.filter(({ name }) => !names.includes(name)).map(({ name }) => name)).to.deep.equal(['recordTried'])
    const list = tools.find(({ name }) => name === 'getVatReturn')
    expect(list?.inputSchema.required).to.have.members(['period', 'end_customer_id'])
  })

  it('answers what the interface answers, with the rights of its key', async () => {
    const { body: fact } = await post(EXPENSES, expense(customer), { wait: 10 })
    const query = { end_customer_id: customer }
    expect(await answer(reader, 'getSourceFact', { source_fact_id: fact.id })).to.deep.equal(
      (await get(`/v1/source-facts/${fact.id}`)).body,
    )
    const path = `/v1/statements/trial-balance?end_customer_id=${customer}&fiscal_year_id=FY2026` as const
    const { rows } = await answer(reader, 'getTrialBalance', { ...query, fiscal_year_id: 'FY2026' })
    expect(rows).to.deep.equal((await get(path)).body.rows)
    expect((await answer(reader, 'listJournalEntries', query)).data).to.have.length(1)
    const others = { end_customer_id: await newEndCustomer() }
    expect(JSON.parse(await refused(reader, 'listJournalEntries', others)).error).to.include({
      status: 403,
      code: 'forbidden',
    })
    const wrong = JSON.parse(await refused(reader, 'listJournalEntries', { ...query, form_date: '2026-01-01' }))
    expect([wrong.error.status, wrong.error.details[0].pointer]).to.deep.equal([400, '/form_date'])
    expect(await refused(reader, 'listJournalEntries', { ...query, format: 'csv' })).to.include('JSON only')
    for (const journal_entry_id of ['.', '..', { id: 'x' }, ['x']])
      expect(await refused(reader, 'getJournalEntry', { journal_entry_id })).to.include('journal_entry_id is no id')
    for (const missing of [{ journal_entry_id: '' }, {}])
      expect(await refused(reader, 'getJournalEntry', missing)).to.include('journal_entry_id is missing')
    const unknown = await reader.callTool({ name: 'putAccounts', arguments: {} }).catch(({ message }) => message)
    expect(unknown).to.include('There is no tool putAccounts')
  })

  it('tries a fact without storing it, and records that very body once', async () => {
    const body = expense(customer)
    const before = await rowsOfTables(customer)
    const { trial, record_with } = await answer(writer, 'tryExpenseDocument', { body })
    expect([trial.state, trial.entry.totals.debit.amount_minor]).to.deep.equal(['posted', 10_810])
    expect(await rowsOfTables(customer)).to.deep.equal(before)

    const changed = { ...body, business_date: '2026-03-16' }
    expect(await refused(writer, 'recordTried', { ...record_with, body: changed })).to.include('tryExpenseDocument')
    const invented = { ...record_with, confirmation: 'a'.repeat(64) }
    expect(await refused(writer, 'recordTried', { ...invented, body })).to.include('tryExpenseDocument')
    const other = { ...record_with, operation: 'recordJournalVoucher' }
    expect(await refused(writer, 'recordTried', { ...other, body })).to.include('tryJournalVoucher')
    expect(await refused(writer, 'recordTried', { ...record_with, operation: 'putAccounts', body })).to.include(
      'one of',
    )
    expect(await rowsOfTables(customer)).to.deep.equal(before)

    const fact = await answer(writer, 'recordTried', { ...record_with, body })
    expect(fact.state).to.equal('posted')
    const { body: booked } = await get(`/v1/journal-entries/${fact.journal_entry_id.id}` as '/v1/journal-entries/x')
    expect(booked.totals).to.deep.equal(trial.entry.totals)
    expect((await answer(writer, 'recordTried', { ...record_with, body })).id).to.equal(fact.id)
    const { data } = await answer(reader, 'listSourceFacts', { end_customer_id: customer })
    expect(data.filter(({ id }: { id: string }) => id === fact.id)).to.have.length(1)
  })

  it('tries a batch, and a confirmation serves in the process alone that has given it', async () => {
    const body = { items: [expense(customer), expense(customer, { evidence_links: [] })] }
    const { trial, record_with } = await answer(reader, 'trySourceFacts', { body })
    expect(trial.counts).to.include({ posted: 1, blocked: 1 })
    expect(await refused(writer, 'recordTried', { ...record_with, body })).to.include('trySourceFacts')
    const again = await answer(writer, 'trySourceFacts', { body })
    expect(again.record_with.confirmation).to.equal(record_with.confirmation)
    const { counts } = await answer(writer, 'recordTried', { ...again.record_with, body })
    expect(counts).to.include({ created: 2 })
  })

  it('records nothing that would become something else by now', async () => {
    const other = await newEndCustomer()
    const only = { end_customer_ids: [other] }
    const its = await open(await issueKey(service().home, { client_name: 'model', ...only }), '--write')
    const body = expense(other)
    const { record_with } = await answer(its, 'tryExpenseDocument', { body })
    const lock = { end_customer_id: other, locked_through: '2026-12-31', reason: 'closed' }
    expect((await put('/v1/period-locks', lock)).status).to.equal(202)
    expect(await refused(its, 'recordTried', { ...record_with, body })).to.include('says something else now')
    expect((await get(`/v1/source-facts?end_customer_id=${other}`)).body.data).to.deep.equal([])
    const shown = await answer(its, 'tryExpenseDocument', { body })
    expect(shown.trial.state).to.equal('blocked')
  })

  it('a confirmation serves for a quarter of an hour', () => {
    let now = Date.parse('2026-11-27T08:00:00Z')
    const { give, serves } = openConfirmations(() => now)
    const shown = { operation: 'recordJournalVoucher', body: { a: 1 }, trial: { state: 'posted' } }
    const { confirmation, expires_at } = give(shown)
    expect(expires_at).to.equal('2026-11-27T08:15:00.000Z')
    expect(give({ ...shown, trial: { state: 'blocked' } }).confirmation).to.not.equal(confirmation)
    now += 899_999
    expect(serves(confirmation, shown)).to.equal(true)
    expect(serves(confirmation, { ...shown, body: { a: 2 } })).to.equal(false)
    now += 1
    expect(serves(confirmation, shown)).to.equal(false)
  })

  it('remembers the latest thousand bodies that were recorded', () => {
    const { keep, has } = openRecorded()
    for (let count = 0; count <= 1_000; count += 1) keep(`k${count}`, 'c')
    expect([has('k0', 'c'), has('k1', 'c'), has('k1', 'd'), has('k1000', 'c')]).to.deep.equal([
      false,
      true,
      false,
      true,
    ])
  })

  it('sends its key over http to this machine alone', async () => {
    const env = { HAUPTBUCH_KEY: 'hb_x', HAUPTBUCH_URL: 'http://books.example.ch' }
    const { code, stdout, stderr } = await runCli('api/mcp/main.ts', [], env)
    expect([code, stdout]).to.deep.equal([1, ''])
    expect(stderr).to.match(/^error: HAUPTBUCH_URL must begin with https:.*--insecure-http.*\n$/)
  })

  it('says what is missing in one sentence', async () => {
    for (const env of [{ HAUPTBUCH_KEY: '' }, { HAUPTBUCH_KEY: 'hb_x', HAUPTBUCH_URL: 'localhost:3000' }]) {
      const { code, stdout, stderr } = await runCli('api/mcp/main.ts', [], env)
      expect([code, stdout]).to.deep.equal([1, ''])
      expect(stderr).to.match(/^error: .*HAUPTBUCH_\w+.*\n$/)
    }
  })
})
