import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { row, sql } from '../../shared/store/db/database.ts'
import { evaluateFacts } from '../../workers/facts/evaluate-facts.ts'
import { SHORT_LANE } from '../../workers/facts/lanes.ts'
import { commandsOn } from '../support/processes/run-cli.ts'
import { openQuietService, type QuietService } from '../support/quiet-service.ts'
import { EXPENSES, expense } from '../support/requests/examples.ts'

describe('npm run ops -- rebuild-statements', function () {
  this.timeout(180_000)
  let quiet: QuietService
  before(async () => {
    quiet = await openQuietService()
  })
  after(() => quiet.close())
  const { ops, opsJson } = commandsOn(() => quiet.database_url)

  it('folds the lines again, of one ledger or of all, and changes no statement', async () => {
    const [customer, other] = [await quiet.newEndCustomer(), await quiet.newEndCustomer()]
    for (const each of [customer, other]) {
      const { body } = await quiet.post(EXPENSES, expense(each))
      await evaluateFacts(quiet.worker, await quiet.jobs('facts.evaluate', [body.id]), SHORT_LANE)
      await quiet.refresh(each)
    }
    const sheet = async () =>
      (await quiet.get(`/v1/statements/or-balance-sheet?end_customer_id=${customer}&fiscal_year_id=FY2026`)).body.rows
    const right = await sheet()
    await quiet.worker.pool.query(sql.type(row())`update account_period_totals set debit_minor = debit_minor + 1`)
    expect(await sheet()).not.to.deep.equal(right)

    await quiet.worker.pool.query(sql.type(row())`update control_account_totals set line_minor = line_minor + 1`)
    const verified = await ops('verify')
    for (const each of [customer, other])
      expect(verified.stdout).to.include(`npm run ops -- rebuild-statements --end-customer ${each}\n`)

    const one = await ops('rebuild-statements', '--end-customer', customer)
    expect([one.code, one.stdout]).to.deep.equal([0, '1 ledgers rebuilt\n'])
    expect(await sheet()).to.deep.equal(right)
    expect([await quiet.findings(customer), (await quiet.findings(other)).length > 0]).to.deep.equal([[], true])
    expect(await quiet.count('account_period_totals', customer)).to.be.greaterThan(0)

    expect(await opsJson('rebuild-statements')).to.deep.equal({ rebuilt: 2 })
    expect((await ops('verify')).code).to.equal(0)
    const nobody = randomUUID()
    const refused = await ops('rebuild-statements', '--end-customer', nobody)
    expect([refused.code, refused.stderr]).to.deep.equal([1, `There is no end customer ${nobody}.\n`])
  })
})

describe('npm run ops -- verify', function () {
  this.timeout(180_000)

  let quiet: QuietService
  let customer: string
  before(async () => {
    quiet = await openQuietService()
    customer = await quiet.newEndCustomer()
    const facts = await Promise.all([1, 2, 3].map(() => quiet.post(EXPENSES, expense(customer))))
    await evaluateFacts(
      quiet.worker,
      await quiet.jobs(
        'facts.evaluate',
        facts.map(({ body }) => body.id),
      ),
      SHORT_LANE,
    )
    await quiet.refresh(customer)
    for (const table of ['journal_entries', 'journal_lines']) {
      await quiet.owner.query(sql.type(row())`alter table ${sql.identifier([table])} disable trigger user`)
    }
  })
  after(() => quiet.close())
  const { ops } = commandsOn(() => quiet.database_url)

  it('exit code 0 and no findings for books that are in order', async () => {
    const { code, stdout } = await ops('verify')
    expect([code, stdout]).to.deep.equal([0, '1 ledgers verified, 0 findings\n'])
  })

  it('exit code 1, naming what is wrong', async () => {
    await quiet.owner.query(sql.type(row())`update journal_entries set description = 'x' where entry_number = 2`)
    const { code, stdout } = await ops('verify', '--json')
    expect(code).to.equal(1)
    expect(JSON.parse(stdout)[0]).to.include({
      end_customer_id: customer,
      check: 'the hash covers the entry',
      subject: 'entry 2',
    })
  })
})
