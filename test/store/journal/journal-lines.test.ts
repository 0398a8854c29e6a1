import { expect } from 'chai'
import type { TaxSnapshot } from '../../../shared/accounting/documents/tax-record.ts'
import { parseWithIntegers } from '../../../shared/store/db/json.ts'
import { taxAsJson, taxFromJson } from '../../../shared/store/journal/journal-lines.ts'

const TAX: TaxSnapshot = {
  tax_code: 'I81',
  direction: 'input_operating',
  rate_bp: 810,
  form_figure: '405',
  supply_date: '2026-03-15',
  currency: 'CHF',
  base_minor: 10_000n,
  tax_minor: 810n,
}
const LARGE = { base_minor: 2n ** 60n + 1n, tax_minor: -(2n ** 53n) - 1n }

describe('frozen tax as JSON', () => {
  it('has its amounts as numbers, as rows and exports always had', () => {
    expect(JSON.stringify(taxAsJson(TAX))).to.match(/"base_minor":10000,"tax_minor":810\}$/)
    expect(taxAsJson(null)).to.equal(null)
  })

  it('an amount beyond 2^53 goes into an export and back without being rounded', () => {
    const text = JSON.stringify(taxAsJson({ ...TAX, ...LARGE }))
    expect(text).to.match(/"base_minor":1152921504606846977,"tax_minor":-9007199254740993\}$/)
    const tax = parseWithIntegers(text, ['base_minor', 'tax_minor']) as never
    expect(taxFromJson({ tax })).to.deep.equal({ ...TAX, ...LARGE })
  })

  it('what the database writes as text wins over what the driver has rounded', () => {
    const rounded = { ...TAX, base_minor: Number(LARGE.base_minor), tax_minor: Number(LARGE.tax_minor) }
    const exact = { ...TAX, base_minor: String(LARGE.base_minor), tax_minor: String(LARGE.tax_minor) }
    expect(taxFromJson({ tax: rounded, exact_tax: exact })).to.deep.equal({ ...TAX, ...LARGE })
  })
})
