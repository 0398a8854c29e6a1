import { expect } from 'chai'
import { vatReturnOf } from '../../../../shared/accounting/vat/return/vat-return.ts'
import { totalOfCode, WORKED_EXAMPLE } from './totals.ts'

const EFFECTIVE = { method: 'effective', activities: [], last_day: '2026-03-31' } as const

describe('the figures of the VAT return', () => {
  const { lines, payable_minor, without_place } = vatReturnOf(WORKED_EXAMPLE, EFFECTIVE)
  const base = (figure: string) => lines.find((line) => line.figure === figure)?.base_minor
  const tax = (figure: string) => lines.find((line) => line.figure === figure)?.tax_minor

  const figures: [string, bigint | null, bigint | null][] = [
    ['200', 1_500_000n, null],
    ['220', 300_000n, null],
    ['221', 0n, null],
    ['235', 20_000n, null],
    ['289', 320_000n, null],
    ['299', 1_180_000n, null],
    ['303', 980_000n, 79_380n],
    ['313', 200_000n, 5_200n],
    ['343', 0n, 0n],
    ['383', 100_000n, 8_100n],
    ['399', null, 92_680n],
    ['400', null, 16_200n],
    ['405', null, 16_200n],
    ['410', null, 500n],
    ['415', null, 324n],
    ['479', null, 32_576n],
    ['500', null, 60_104n],
    ['510', null, 0n],
    ['900', 0n, null],
  ]
  for (const [figure, base_minor, tax_minor] of figures)
    it(`${figure} of the worked example: ${base_minor ?? ''} ${tax_minor ?? ''}`, () => {
      expect([base(figure), tax(figure)]).to.deep.equal([base_minor, tax_minor])
    })

  it('has everything in its place, and the codes of each line', () => {
    expect(payable_minor).to.equal(60_104n)
    expect(without_place).to.deep.equal([])
    expect(lines.find(({ figure }) => figure === '303')?.sources).to.deep.equal([
      { tax_code: 'V81', form_figure: '303' },
      { tax_code: 'VS81', form_figure: '235' },
    ])
    expect(lines.map(({ figure }) => figure).join(' ')).to.equal(
      '200 205 220 221 225 230 235 280 289 299 303 313 343 383 399 400 405 410 415 420 479 500 510 900 910',
    )
  })

  it('computes tax on the base of all records, and keeps what they have as tax beside it', () => {
    const thirds = Array.from({ length: 3 }, () => totalOfCode('V81', 3_333n, 270n))
    const line = vatReturnOf(thirds, EFFECTIVE).lines.find(({ figure }) => figure === '303')
    expect([line?.base_minor, line?.tax_minor, line?.booked_minor]).to.deep.equal([9_999n, 810n, 810n])
    const cents = Array.from({ length: 3 }, () => totalOfCode('V81', 7n, 1n))
    const small = vatReturnOf(cents, EFFECTIVE).lines.find(({ figure }) => figure === '303')
    expect([small?.base_minor, small?.tax_minor, small?.booked_minor]).to.deep.equal([21n, 2n, 3n])
  })

  it('has a refund in 510, and a negative base where only reductions of an old rate are left', () => {
    const { lines, payable_minor } = vatReturnOf(
      [totalOfCode('VS77', 10_000n, 770n, { on: '2023-12-01' }), totalOfCode('M81', 10_000n, 810n)],
      EFFECTIVE,
    )
    expect(lines.find(({ figure }) => figure === '302')).to.include({ base_minor: -10_000n, tax_minor: -770n })
    expect(payable_minor).to.equal(-1_580n)
    expect(lines.find(({ figure }) => figure === '510')?.tax_minor).to.equal(1_580n)
    expect(lines.find(({ figure }) => figure === '299')?.base_minor).to.equal(-10_000n)
  })

  it('has opted supplies in 205 and at their rate', () => {
    const opted = { ...totalOfCode('V81', 50_000n, 4_050n), tax_code: 'VO81' }
    const { lines } = vatReturnOf([opted, totalOfCode('V81', 10_000n, 810n)], EFFECTIVE)
    expect(lines.find(({ figure }) => figure === '205')?.base_minor).to.equal(50_000n)
    expect(lines.find(({ figure }) => figure === '303')?.base_minor).to.equal(60_000n)
    expect(lines.find(({ figure }) => figure === '200')?.base_minor).to.equal(60_000n)
  })
})
