import { hash } from 'node:crypto'
import { expect } from 'chai'
import type { LedgerProof } from '../../shared/contract/proof/ledger-proof.ts'
import { stampLedgers } from '../../shared/proof/stamp-ledgers.ts'
import { verifyToken } from '../../shared/proof/tokens/verify-token.ts'
import { GrowingTree } from '../../shared/proof/tree/growing-tree.ts'
import { hashOfLeaf } from '../../shared/proof/tree/hashes-of-tree.ts'
import { leafOfEntry } from '../../shared/proof/tree/leaves.ts'
import { rootOfPath } from '../../shared/proof/tree/merkle-tree.ts'
import { bossDb } from '../../shared/queue/slonik-adapter.ts'
import { refusal } from '../support/proof/answer-to-request.ts'
import { openTestAuthority, type TestAuthority } from '../support/proof/test-authority.ts'
import { openQuietService, type QuietService } from '../support/quiet-service.ts'
import { EXPENSES, expense } from '../support/requests/examples.ts'
import { there } from '../support/there.ts'

const IN_2025 = { business_date: '2025-11-30', payload: { document_date: '2025-11-30' } }

describe('the proof of time', () => {
  let authority: TestAuthority
  let quiet: QuietService
  let customer: string
  before(async () => {
    authority = await openTestAuthority()
    quiet = await openQuietService(undefined, { TIMESTAMP_URL: authority.url })
    customer = await quiet.newEndCustomer()
    const other = await quiet.newEndCustomer()
    for (const id of [customer, customer, other]) await quiet.post(EXPENSES, expense(id))
    await quiet.work('facts.evaluate')
  })
  after(async () => {
    await quiet.close()
    await authority.close()
  })

  const proofOf = (entry_number: number, of = customer) =>
    quiet.get(`/v1/ledger-proof?end_customer_id=${of}&entry_number=${entry_number}`)
  const stamp = () => quiet.work('ledger.stamp')
  const request = async () => {
    await quiet.worker.boss.insert('ledger.stamp', [{ data: {}, singletonKey: 'all' }])
    return stamp()
  }

  it('there is none before the first stamp, and none of an entry that is not there', async () => {
    const { status, body } = await proofOf(2)
    expect([status, codeOf(body)]).to.deep.equal([409, 'not_stamped'])
    expect(body.error.message).to.equal(
      'No stamp covers entry 2 yet: stamps of this ledger cover none of its entries. Ask again tomorrow: ledgers are stamped each day.',
    )
    for (const [entry_number, of] of [
      [3, customer],
      [1, crypto.randomUUID()],
    ] as const)
      expect((await proofOf(entry_number, of)).status).to.equal(404)
  })

  it('an authority that refuses leaves nothing behind, and the job is tried again', async () => {
    authority.misbehave(() => refusal(2))
    const host = new URL(authority.url).host
    const failed = await stampLedgers(quiet.worker).catch((error: Error) => error.message)
    expect(failed).to.equal(`The timestamp authority at ${host} refuses to stamp: rejection (status 2).`)
    authority.misbehave(null)
    expect(await quiet.count('stamped_ledgers', customer)).to.equal(0)
  })

  it('leads from an entry to what the authority has signed', async () => {
    expect(await request()).to.equal(1)
    const { status, body } = await proofOf(1)
    expect(status).to.equal(200)
    const { body: entries } = await quiet.get(`/v1/journal-entries?end_customer_id=${customer}`)
    const [first, second] = entries.data
    expect(body.entry_hash).to.equal(there(first).entry_hash)
    expect([body.ledger.entries, body.ledger.path]).to.deep.equal([2, [hashOf(there(second).entry_hash)]])
    expectProof(body)
    expect((await proofOf(2)).body.stamp).to.deep.equal(body.stamp)
    expect(await quiet.findings(customer)).to.deep.equal([])
  })

  it('a stamp is taken only where something was posted, and the first one of an entry stays its proof', async () => {
    const asked = authority.requests.length
    await request()
    expect(authority.requests.length).to.equal(asked)
    const { body: before } = await proofOf(1)
    await quiet.post(EXPENSES, expense(customer))
    await quiet.work('facts.evaluate')
    expect((await proofOf(3)).body.error.message).to.include('cover entries 1 to 2.')
    await request()
    expect((await proofOf(1)).body).to.deep.equal(before)
    const { body } = await proofOf(3)
    expect([body.ledger.entries, body.ledger.path.length, body.stamped_tree.ledgers]).to.deep.equal([3, 1, 2])
    expectProof(body)
    expect(await quiet.findings(customer)).to.deep.equal([])
  })

  it('a day and a close ask for one', async () => {
    await quiet.worker.boss.insert('maintenance.daily', [{ data: {} }])
    await quiet.work('maintenance.daily')
    expect(await stamp()).to.equal(1)
    const of_2025 = await quiet.newEndCustomer()
    await quiet.post(EXPENSES, expense(of_2025, IN_2025))
    await quiet.work('facts.evaluate')
    const { status } = await quiet.post('/v1/fiscal-years/FY2025/close', { end_customer_id: of_2025, reason: 'x' })
    expect([status, await stamp()]).to.deep.equal([202, 1])
  })

  it('reads some hundred hashes of a long ledger, and of the next stamp only what is new', async () => {
    const long = await quiet.newEndCustomer()
    await fill(quiet, long, 1, 600)
    await stampLedgers(quiet.worker)
    expect(await quiet.count('ledger_subtrees', long)).to.equal(2)
    await fill(quiet, long, 601, 770)
    await stampLedgers(quiet.worker)
    expect(await quiet.count('ledger_subtrees', long)).to.equal(3)
    const tree = new GrowingTree()
    for (let entry_number = 1; entry_number <= 770; entry_number += 1) {
      tree.append(leafOfEntry(hash('sha256', `${entry_number}`)))
      const wanted = { 600: [1, 300, 513, 600], 770: [601, 770] }[entry_number] ?? []
      for (const one of wanted) {
        const { body } = await proofOf(one, long)
        expect([body.ledger.entries, body.ledger.root]).to.deep.equal([entry_number, tree.root().toString('hex')])
        expectProof(body)
      }
    }
  })

  it('is refused where the entries are not those that were stamped', async () => {
    await quiet.owner.transaction(async (tx) => {
      await bossDb(tx).executeSql('set local session_replication_role = replica')
      await bossDb(tx).executeSql(
        `update journal_entries set entry_hash = '${'ab'.repeat(32)}' where end_customer_id = '${customer}' and entry_number = 2`,
      )
    })
    const { status, body } = await proofOf(1)
    expect([status, codeOf(body)]).to.deep.equal([409, 'stamp_contradicted'])
    const checks = (await quiet.findings(customer)).map(({ check }) => check)
    expect(checks).to.include('the entries are those that were stamped')
  })
})

describe('without an authority', () => {
  let quiet: QuietService
  before(async () => {
    quiet = await openQuietService()
  })
  after(() => quiet.close())

  it('nothing is stamped, no job is made, and the proof says why', async () => {
    const customer = await quiet.newEndCustomer()
    await quiet.post(EXPENSES, expense(customer))
    await quiet.work('facts.evaluate')
    await quiet.worker.boss.insert('maintenance.daily', [{ data: {} }])
    await quiet.work('maintenance.daily')
    expect(await quiet.work('ledger.stamp')).to.equal(0)
    expect(await stampLedgers(quiet.worker)).to.equal(null)
    const { body } = await quiet.get(`/v1/ledger-proof?end_customer_id=${customer}&entry_number=1`)
    expect(body.error.message).to.include('This service has no timestamp authority (TIMESTAMP_URL).')
  })
})

/** As somebody would who knows RFC 9162 and RFC 3161, and nothing of this service. */
function expectProof({ entry_hash, ledger, stamped_tree, stamp }: LedgerProof): void {
  const bytes = (hex: string) => Buffer.from(hex, 'hex')
  const entry = hashOfLeaf(bytes(entry_hash))
  const root = rootOfPath(entry, ledger.leaf_index, ledger.entries, ledger.path.map(bytes))
  expect(root?.toString('hex')).to.equal(ledger.root)
  expect(JSON.parse(stamped_tree.leaf)).to.include({ entries: ledger.entries, root: ledger.root })
  const leaf = hashOfLeaf(Buffer.from(stamped_tree.leaf))
  const top = rootOfPath(leaf, stamped_tree.leaf_index, stamped_tree.ledgers, stamped_tree.path.map(bytes))
  expect(top?.toString('hex')).to.equal(stamped_tree.root)
  const token = verifyToken(Buffer.from(stamp.token, 'base64'), bytes(stamped_tree.root), null)
  expect(token.stamped_at).to.equal(stamp.stamped_at)
}

function codeOf({ error }: { error: { details: readonly { code: string }[] } }): string | undefined {
  return error.details[0]?.code
}

function hashOf(entry_hash: string): string {
  return leafOfEntry(entry_hash).toString('hex')
}

/** Entries of which only number and hash mean something: what is posted takes longer. */
async function fill(quiet: QuietService, end_customer_id: string, from: number, to: number): Promise<void> {
  await quiet.owner.transaction(async (tx) => {
    await bossDb(tx).executeSql('set local session_replication_role = replica')
    await bossDb(tx).executeSql(`
      insert into journal_entries (end_customer_id, entry_number, journal_entry_id, fiscal_year_id, posting_date, document_date,
        description, source_type, source_id, source_snapshot, rule_version, actor_id, request_id, currency, line_count,
        total_minor, posted_at, previous_hash, entry_hash)
      select '${end_customer_id}', number, gen_random_uuid(), 'FY2026', '2026-01-01', '2026-01-01', 'x', 'x',
        gen_random_uuid(), '{}', 1, 'x', 'x', 'CHF', 2, 1, now(), 'x', encode(sha256(number::text::bytea), 'hex')
      from generate_series(${from}, ${to}) number`)
    await bossDb(tx).executeSql(
      `update ledger_heads set last_entry_number = ${to} where end_customer_id = '${end_customer_id}'`,
    )
  })
}
