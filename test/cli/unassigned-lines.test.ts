import { expect } from 'chai'
import { newUuid } from '../../shared/process/ids.ts'
import { saveAccountMapping } from '../../shared/store/setup/account-mappings.ts'
import { evaluateFacts } from '../../workers/facts/evaluate-facts.ts'
import { SHORT_LANE } from '../../workers/facts/lanes.ts'
import { at } from '../support/client.ts'
import { commandsOn } from '../support/processes/run-cli.ts'
import { openQuietService, type QuietService } from '../support/quiet-service.ts'
import { VOUCHERS, voucher } from '../support/requests/examples.ts'

describe('npm run ops -- verify, of what is from before', function () {
  this.timeout(180_000)
  let quiet: QuietService
  before(async () => {
    quiet = await openQuietService()
  })
  after(() => quiet.close())
  const { ops } = commandsOn(() => quiet.database_url)

  it('lists them with what to do, and finds nothing', async () => {
    const customer = await quiet.newEndCustomer()
    const { body } = await quiet.post(VOUCHERS, voucher(customer))
    await evaluateFacts(quiet.worker, await quiet.jobs('facts.evaluate', [body.id]), SHORT_LANE)
    await quiet.refresh(customer)
    // The voucher has credited 1520, which becomes a control account only now.
    const mappings = [{ mapping_key: 'posting.supplier_advance', account_code: '1520', valid_from: '2026-01-01' }]
    const mapped = await at(quiet.base_url, quiet.key).put('/v1/account-mappings', {
      end_customer_id: customer,
      mappings,
    })
    expect(mapped.status, mapped.text).to.equal(202)

    // A mapping of a release that did not refuse it.
    const unfit = { account_mapping_id: newUuid(), mapping_key: 'posting.fx_loss', account_code: '1170' }
    await quiet.worker.pool.transaction((tx) =>
      saveAccountMapping(tx, customer, { ...unfit, valid_from: '2020-01-01' }),
    )

    const { code, stdout } = await ops('verify')
    expect(code, stdout).to.equal(0)
    expect(stdout).to.include('1 roles have an account that cannot be right').and.include('posting.fx_loss')
    expect(stdout).to.include('1 lines on control accounts are older than open items').and.include('-10000 CHF')
    const json = await ops('verify', '--json')
    expect([json.code, JSON.parse(json.stdout)]).to.deep.equal([0, []])
    const { unassigned_before_items, unfit_roles } = JSON.parse(json.stderr)
    expect([unassigned_before_items.length, unfit_roles[0]?.mapping_key]).to.deep.equal([1, 'posting.fx_loss'])
    const { checks, check_details } = (
      await quiet.get(`/v1/statements/or-balance-sheet?end_customer_id=${customer}&fiscal_year_id=FY2026`)
    ).body
    expect(checks.open_items_equal_control_accounts).to.equal(true)
    const detail = check_details.find(
      ({ check, account_code }) => check === 'open_items_equal_control_accounts' && account_code === '1520',
    )
    expect([detail?.expected, detail?.found, detail?.unassigned_before_items]).to.deep.equal(
      [-10_000, 0, -10_000].map((amount_minor) => ({ amount_minor, currency: 'CHF' })),
    )
  })
})
