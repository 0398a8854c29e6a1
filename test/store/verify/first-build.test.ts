import { expect } from 'chai'
import type { SourceFact } from '../../../shared/contract/facts/source-facts.ts'
import { importLedger } from '../../../shared/import/import-ledger.ts'
import { linesOfExport } from '../../../shared/verify/lines-of-export.ts'
import { startWork } from '../../../workers/jobs.ts'
import { eventually } from '../../support/books.ts'
import { at } from '../../support/client.ts'
import {
  listFirstBuildExports,
  queryRows,
  type RecordedRows,
  readFirstBuildAnswers,
  readFirstBuildRows,
  restoreFirstBuild,
} from '../../support/first-build.ts'
import { runCli } from '../../support/processes/run-cli.ts'
import { openQuietService, type QuietService } from '../../support/quiet-service.ts'
import { chf, EXPENSES, expense, INVOICES, invoice } from '../../support/requests/examples.ts'
import { ownerUrl, release, service } from '../../support/service.ts'
import { there } from '../../support/there.ts'
import { expectRecorded } from './expect-recorded.ts'

const SCHREINEREI = '6bb1e290-edd1-46fd-8552-4a66d50d821f'
const ATELIER = '0b6f3d52-7c1e-4a9b-9f64-2d1a8c5e7f31'

type EntryHash = { end_customer_id: string; entry_number: number; previous_hash: string; entry_hash: string }

describe('a database of the first build', () => {
  let recorded: Awaited<ReturnType<typeof readFirstBuildAnswers>>
  let rows: RecordedRows
  let quiet: QuietService
  let client: ReturnType<typeof at>
  let stopFollowing = () => {}

  const verify = async () => {
    const { code, stdout, stderr } = await runCli('shared/cli/ops.ts', ['verify', '--json'], {
      DATABASE_URL: quiet.database_url,
    })
    return { code, findings: JSON.parse(stdout || stderr) }
  }
  const entries = () => entriesOf(quiet.database_url)
  const factsOf = async (customer: string): Promise<Map<string, SourceFact>> => {
    const { body } = await client.get(`/v1/source-facts?end_customer_id=${customer}&limit=500`)
    return new Map(body.data.map((fact) => [fact.external_reference, fact]))
  }

  before(async () => {
    recorded = await readFirstBuildAnswers()
    rows = await readFirstBuildRows()
    const database_url = await restoreFirstBuild(rows)
    await release(database_url)
    quiet = await openQuietService(database_url)
    client = at(quiet.base_url, recorded.api_key)
  })
  after(async () => {
    stopFollowing()
    await quiet.close()
  })

  it('has no findings after the migrations of today, and the entries that it had', async () => {
    expect(await verify()).to.deep.equal({ code: 0, findings: [] })
    expect(await entries()).to.deep.equal(recordedEntries(rows))
  })

  it('answers every read as it did', async () => {
    for (const [path, expected] of Object.entries(recorded.answers)) {
      const { status, body } = await client.get(path)
      expect(status, path).to.equal(200)
      expectRecorded(path, expected, body)
    }
  })

  it('has findings once an amount is changed', async () => {
    const fault = `set local session_replication_role = replica;
      update journal_lines set debit_minor = debit_minor + 1
      where end_customer_id = '${ATELIER}' and entry_number = 7 and debit_minor > 0`
    const found = await quiet.findingsAfter(fault, ATELIER)
    expect(found.map(({ check }) => check)).to.include('the hash covers the entry')
    expect(await quiet.findingsAfter('select 1', ATELIER)).to.deep.equal([])
  })

  it('replays a request that the first build has accepted', async () => {
    const [fact] = await queryRows<{ request: { external_reference: string } }>(
      quiet.database_url,
      `select request from source_facts where end_customer_id = '${SCHREINEREI}' and external_reference = 'EXP-2026-0001'`,
    )
    const before = (await factsOf(SCHREINEREI)).get('EXP-2026-0001')
    const { status, headers, body } = await client.post(EXPENSES, fact?.request, { idempotencyKey: 'expense' })
    expect([status, headers.get('Idempotent-Replayed'), body.id]).to.deep.equal([202, 'true', before?.id])
  })

  it('goes on with the work that waited', async () => {
    const before = await factsOf(ATELIER)
    const states = (facts: ReadonlyMap<string, SourceFact>) =>
      ['E26-4', 'E26-1', 'V26-2', 'V26-3'].map((reference) => facts.get(reference)?.state)
    expect(states(before)).to.deep.equal(['received', 'posted', 'blocked', 'blocked'])
    stopFollowing = await startWork(quiet.worker)
    await eventually(async () => (await waitingJobs(quiet.database_url)) === 0)
    expect(states(await factsOf(ATELIER))).to.deep.equal(['posted', 'reversed', 'posted', 'blocked'])
    const { body: payments } = await client.get(`/v1/payments?end_customer_id=${ATELIER}`)
    const amounts = payments.data.map(({ amount }: { amount: { amount_minor: number } }) => amount.amount_minor)
    expect(amounts).to.include(108_100)
    expect(await verify()).to.deep.equal({ code: 0, findings: [] })
  })

  it('takes further facts, and their entries continue the chain', async () => {
    const before = await entries()
    // The better version of a blocked fact has its reference.
    const better = expense(SCHREINEREI, { external_reference: 'EXP-2026-0002', source_system: 'expense-tool' })
    const answers = [
      await client.post(EXPENSES, better, { wait: 10 }),
      await client.post(INVOICES, invoice(SCHREINEREI, { payload: { gross_amount: chf(10_810) } }), { wait: 10 }),
    ]
    expect(answers.map(({ body }) => body.state)).to.deep.equal(['posted', 'posted'])
    const blocked = await client.get(`/v1/source-facts?end_customer_id=${SCHREINEREI}&state=blocked`)
    expect(blocked.body.data).to.deep.equal([])
    const after = await entries()
    expect(after).to.have.length(before.length + 2)
    expect(after).to.include.deep.members(before)
    const journal = after.filter(({ end_customer_id }) => end_customer_id === SCHREINEREI)
    expect(journal.slice(1).map(({ previous_hash }) => previous_hash)).to.deep.equal(
      journal.slice(0, -1).map(({ entry_hash }) => entry_hash),
    )
    expect(await verify()).to.deep.equal({ code: 0, findings: [] })
  })

  it('still answers its statements as of the last entry that it had', async () => {
    const statements = Object.entries(recorded.answers).filter(([path]) => path.startsWith('/v1/statements/or-'))
    expect(statements).to.have.length(8)
    for (const [path, expected] of statements) {
      const { ledger_position } = expected as { ledger_position: { entry_number: number } }
      const { body } = await client.get(`${path}&as_of_entry_number=${ledger_position.entry_number}`)
      expectRecorded(path, expected, body)
    }
  })
})

describe('exports of the first build', () => {
  it('verify without a database', async () => {
    const files = await listFirstBuildExports()
    expect(files).to.have.length(2)
    for (const file of files) {
      const { code, stdout } = await runCli('shared/cli/ops.ts', ['verify-export', file, '--json'])
      expect([code, JSON.parse(stdout).findings], file).to.deep.equal([0, []])
    }
  })

  it('are imported with the entries that they had, and answer every read as then', async function () {
    this.timeout(240_000)
    const [recorded, rows] = [await readFirstBuildAnswers(), await readFirstBuildRows()]
    const file = there((await listFirstBuildExports()).find((name) => name.includes('atelier')))
    const database_url = await service().server.createDatabase()
    await importLedger(ownerUrl(database_url), () => linesOfExport(file))
    const quiet = await openQuietService(database_url)
    try {
      const its = recordedEntries(rows).filter(({ end_customer_id }) => end_customer_id === ATELIER)
      expect(await entriesOf(database_url)).to.deep.equal(its)
      expect(await quiet.findings(ATELIER)).to.deep.equal([])
      const answers = Object.entries(recorded.answers).filter(([path]) => path.includes(ATELIER))
      expect(answers.length).to.be.at.least(10)
      for (const [path, expected] of answers) {
        const { status, body } = await quiet.get(path)
        expect(status, path).to.equal(200)
        expectRecorded(path, expected, body)
      }
    } finally {
      await quiet.close()
    }
  })
})

function entriesOf(database_url: string): Promise<EntryHash[]> {
  return queryRows<EntryHash>(
    database_url,
    `select end_customer_id, entry_number::integer, previous_hash, entry_hash from journal_entries
    order by end_customer_id, entry_number`,
  )
}

function recordedEntries(rows: RecordedRows): EntryHash[] {
  const all = (rows.get('public.journal_entries') ?? []).map((text) => JSON.parse(text) as EntryHash)
  return all
    .map(({ end_customer_id, entry_number, previous_hash, entry_hash }) => ({
      end_customer_id,
      entry_number,
      previous_hash,
      entry_hash,
    }))
    .sort((a, b) => a.end_customer_id.localeCompare(b.end_customer_id) || a.entry_number - b.entry_number)
}

async function waitingJobs(database_url: string): Promise<number> {
  const [found] = await queryRows<{ count: number }>(
    database_url,
    `select count(*)::integer from pgboss.job where state in ('created', 'retry', 'active')`,
  )
  return found?.count ?? 0
}
