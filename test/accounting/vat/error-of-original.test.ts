import { expect } from 'chai'
import { array, assert, constantFrom, option, property, record } from 'fast-check'
import { withPeriodOfOriginal } from '../../../shared/accounting/vat/filing/frozen-tax.ts'
import type { VatPeriod } from '../../../shared/contract/vat/vat-periods.ts'

type Tax = {
  readonly form_figure: string | null
  readonly base_minor: bigint
  readonly tax_minor: bigint
  readonly vat_period?: VatPeriod
  readonly tax_date?: string
}

const DAYS = ['2025-12-31', '2026-01-01', '2026-03-31', '2026-04-01', '2026-05-10', '2026-06-30', '2026-07-01'] as const
const aDay = constantFrom(...DAYS)
const aPeriod = constantFrom<VatPeriod>('current', 'correction', 'annual_reconciliation')
const aTax = record({ vat_period: option(aPeriod, { nil: undefined }), tax_date: option(aDay, { nil: undefined }) })

/** The return that has a record, or the reconciliation of a year. */
const placeOf = ({ tax_date, vat_period }: Tax, posting_date: string) =>
  `${tax_date ?? posting_date} ${vat_period === 'annual_reconciliation'}`

describe('the reversal of an error', () => {
  it('counts where its original counted, whatever was filed and whichever days both have', () => {
    assert(
      property(array(aTax, { minLength: 1 }), aDay, aDay, option(aDay), (taxes, original_date, posting_date, filed) => {
        const lines = taxes.map(({ vat_period, tax_date }) => ({
          tax: {
            form_figure: '303',
            base_minor: -100n,
            tax_minor: -8n,
            ...(vat_period && { vat_period }),
            ...(tax_date && { tax_date }),
          } satisfies Tax,
        }))
        const settings = { vat_filed_through: filed }
        const placed = withPeriodOfOriginal<Tax, { tax: Tax }>(
          lines,
          original_date,
          posting_date,
          'correction',
          settings,
        )
        expect(placed.map(({ tax }) => placeOf(tax, posting_date))).to.deep.equal(
          lines.map(({ tax }) => placeOf(tax, original_date)),
        )
        for (const { tax } of placed) {
          const isFiled = (tax.tax_date ?? posting_date) <= (filed ?? '')
          expect(tax.vat_period !== undefined || !isFiled, 'what changes a filed period says so').to.equal(true)
        }
      }),
    )
  })
})
