import { expect } from 'chai'
import { codesOf, findings } from '../../../support/books.ts'
import { taxLine } from '../../../support/requests/examples.ts'
import { filer, netAt } from './filer.ts'

const sold = (net: number, tax: number, from: string, to: string) =>
  taxLine('V81', net, tax, { supply_period: { from, to } })

describe('a supply over a change of the net tax rate of its activity', () => {
  it('is split by its sender: 78.76 in place of the 68.75 or 80.43 of one rate', async () => {
    const { customer, invoiced, figures } = await filer([
      ['2025-01-01', netAt(620)],
      ['2025-07-01', netAt(530)],
    ])
    const whole = await invoiced('2025-07-31', 129_720, [sold(120_000, 9_720, '2025-01-01', '2025-07-31')])
    expect([whole.state, codesOf(whole)]).to.deep.equal(['blocked', ['net_tax_rate_changed']])
    expect(whole.blockers[0]?.message).to.equal(
      'The net tax rate of the activity changed on 2025-07-01, from 6.2 % to 5.3 %, and the supply from 2025-01-01 to 2025-07-31 has both: send one line for its part before that day, and one for its part from that day on, each with its own supply_period.',
    )
    const parts = await invoiced('2025-07-31', 129_720, [
      sold(102_858, 8_331, '2025-01-01', '2025-06-30'),
      sold(17_142, 1_389, '2025-07-01', '2025-07-31'),
    ])
    expect(parts.state, JSON.stringify(parts.blockers)).to.equal('posted')
    expect((await figures('2025-H2')).filter(([name]) => String(name).startsWith('85591'))).to.deep.equal([
      ['85591 530', 18_531, 982],
      ['85591 620', 111_189, 6_894],
    ])
    expect(await findings(customer)).to.deep.equal([])
  })
})
