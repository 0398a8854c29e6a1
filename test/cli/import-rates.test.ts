import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { averageRatesFile, ratesFile } from '../customs-rates/rates-file.ts'
import { at } from '../support/client.ts'
import { commandsOn } from '../support/processes/run-cli.ts'
import { openQuietService, type QuietService } from '../support/quiet-service.ts'

describe('npm run ops -- import-rates', function () {
  this.timeout(180_000)
  let quiet: QuietService
  let folder: string
  before(async () => {
    quiet = await openQuietService()
    folder = mkdtempSync(join(tmpdir(), 'hauptbuch-test-rates-'))
  })
  after(async () => {
    rmSync(folder, { recursive: true, force: true })
    await quiet.close()
  })
  const { ops } = commandsOn(() => quiet.database_url)
  const file = (text: string) => {
    const path = join(folder, `${randomUUID()}.xml`)
    writeFileSync(path, text)
    return path
  }
  const put = (path: string, body: object) => at(quiet.base_url, quiet.key).put(path, body)
  const ratesOf = async (customer: string) =>
    (await quiet.get(`/v1/exchange-rates?end_customer_id=${customer}`)).body.data.map(
      ({ currency, rate_date, rate, source }) => [currency, rate_date, rate, source],
    )

  it('gives all end customers in francs the rates, keeps those set by hand, and changes nothing twice', async () => {
    const [first, second, euros] = [await quiet.newEndCustomer(), await quiet.newEndCustomer(), randomUUID()]
    await put(`/v1/end-customers/${euros}`, { base_currency: 'EUR' })
    const own = { currency: 'EUR', rate_date: '2026-07-25', rate: '0.9' }
    await put('/v1/exchange-rates', { end_customer_id: second, rates: [own] })
    const rates = [
      ['1 EUR', '0.93555'],
      ['100 JPY', '0.53210'],
      ['10000 IDR', '0.45902'],
    ] as const
    const path = file(ratesFile({ rates }))
    const { code, stdout, stderr } = await ops('import-rates', path)
    expect([code, stderr]).to.deep.equal([0, ''])
    expect(stdout).to.equal(
      '3 rates are new, valid on 2026-07-25, for 2 end customers\n' +
        'Left out, because one unit needs more than 8 decimals: IDR\n',
    )
    const yen = ['JPY', '2026-07-25', '0.005321', 'BAZG 2026-07-24: 100 JPY = 0.53210 CHF']
    const published = ['EUR', '2026-07-25', '0.93555', 'BAZG 2026-07-24: 1 EUR = 0.93555 CHF']
    expect(await ratesOf(first)).to.deep.equal([published, yen])
    expect(await ratesOf(second)).to.deep.equal([['EUR', '2026-07-25', '0.9', 'manual'], yen])
    expect(await ratesOf(euros)).to.deep.equal([])
    const again = JSON.parse((await ops('import-rates', path, '--json')).stdout)
    expect(again).to.deep.equal({ end_customers: 2, saved: 0, valid_on: ['2026-07-25'], left_out: ['IDR'] })

    const corrected = file(ratesFile({ rates: [['1 EUR', '0.93556']] }))
    const one = JSON.parse((await ops('import-rates', corrected, '--end-customer', first, '--json')).stdout)
    expect([one.end_customers, one.saved]).to.deep.equal([1, 1])
    expect((await ratesOf(first))[0]?.[2]).to.equal('0.93556')
  })

  it('gives them the average rates of a month, and books what waits for them', async () => {
    const customer = await quiet.newEndCustomer()
    const average = { method: 'effective', consideration: 'agreed', filing_period: 'quarter', reason: 'Wahl' }
    const valid = { end_customer_id: customer, valid_from: '2026-01-01', exchange_rates: 'monthly_average' }
    expect((await put('/v1/vat-registrations', { ...valid, ...average })).status).to.equal(202)
    await put('/v1/exchange-rates', {
      end_customer_id: customer,
      rates: [{ currency: 'USD', month: '2026-08', rate: '0.8' }],
    })
    const rates = [
      ['1 EUR', '0.9328'],
      ['1 USD', '0.7999'],
      ['100 DKK', '12.4792'],
    ] as const
    const { code, stdout, stderr } = await ops(
      'import-rates',
      file(averageRatesFile('2026-08', rates)),
      '--end-customer',
      customer,
    )
    expect([code, stderr]).to.deep.equal([0, ''])
    expect(stdout).to.equal('2 rates are new, valid on 2026-08, for 1 end customers\n')
    const list = (await quiet.get(`/v1/exchange-rates?end_customer_id=${customer}&kind=monthly_average`)).body.data
    expect(list.map(({ currency, month, rate, source }) => [currency, month, rate, source])).to.deep.equal([
      ['DKK', '2026-08', '0.124792', 'BAZG 2026-08: 100 DKK = 12.4792 CHF'],
      ['EUR', '2026-08', '0.9328', 'BAZG 2026-08: 1 EUR = 0.9328 CHF'],
      ['USD', '2026-08', '0.8', 'manual'],
    ])
  })

  it('refuses a wrong file, no file and an unknown end customer with one sentence', async () => {
    const right = file(ratesFile({ rates: [['1 EUR', '0.93555']] }))
    for (const args of [[file('<a/>')], [join(folder, 'none.xml')], [right, '--end-customer', randomUUID()]]) {
      const { code, stdout, stderr } = await ops('import-rates', ...args)
      expect([code, stdout], stderr).to.deep.equal([1, ''])
      expect(stderr).to.match(/^\S.*\.\n$/)
    }
  })
})
