import { expect } from 'chai'
import type { NotDue, TaxSnapshot } from '../../../shared/accounting/documents/tax-record.ts'
import { documentParts } from '../../../shared/accounting/settlement/deductions/document-parts.ts'
import type { DocumentLine, DocumentOfItem } from '../../../shared/accounting/settlement/deductions/taxed-document.ts'
import { taxOfRest } from '../../../shared/accounting/settlement/tax-of-rest.ts'
import { SETTINGS } from '../facts/rule-contexts.ts'
import { documentOf } from './documents-to-deduct-from.ts'

const OF = { supply_date: '2025-12-10', currency: 'CHF' }
const SOLD: TaxSnapshot = {
  ...OF,
  tax_code: 'V81',
  direction: 'output',
  rate_bp: 810,
  form_figure: '303',
  base_minor: 1_000_000n,
  tax_minor: 81_000n,
}
const BACK: TaxSnapshot = {
  ...OF,
  tax_code: 'VS77',
  direction: 'output_reduction',
  rate_bp: 770,
  form_figure: '302',
  base_minor: 500_000n,
  tax_minor: 38_500n,
}
const line = (
  line_number: number,
  account_code: string,
  debit: bigint,
  tax: TaxSnapshot | null = null,
): DocumentLine => ({
  line_number,
  account_code,
  debit_minor: debit > 0n ? debit : 0n,
  credit_minor: debit < 0n ? -debit : 0n,
  tax,
})
/** 10'810.00 at 8.1 % less an advance of 5'385.00 at 7.7 %, as a voucher has booked it. */
const FINAL: DocumentOfItem = {
  ...documentOf('receivable', [], false),
  amount_minor: 542_500n,
  base_amount_minor: 542_500n,
  is_voucher: true,
  lines: [line(3, '2200', 38_500n, BACK), line(4, '3400', -1_000_000n), line(5, '2200', -81_000n, SOLD)],
  advances: [line(2, '2030', 500_000n)],
}

/** Tax that was due with its document, and a change of consideration has transferred since. */
function transferred(line_number: number, record: TaxSnapshot): NotDue {
  const nothing = { base_minor: 0n, tax_minor: 0n }
  const transfers = [{ to: 'received', on: '2026-01-01', entry_number: 2n }] as const
  const of = { line: { journal_entry_id: 'je', line_number }, account_code: '2200', is_due: true, transfers }
  return { record, ...of, settled: nothing, settled_base: nothing }
}

function partsWith(not_due: readonly NotDue[]) {
  const due = { tax: { amount_minor: 542_500n, closed_minor: 0n, not_due }, day: '2026-02-10' }
  return documentParts(FINAL, SETTINGS, due).parts.map(({ record, tax_minor }) => [record?.tax_code, tax_minor])
}

describe('a final invoice of a voucher that a change of consideration has made due with payments', () => {
  const rest = { ...SOLD, base_minor: 501_850n, tax_minor: 40_650n }

  it('has the rest at the rate of the supply', () => {
    expect(partsWith([transferred(5, rest)])).to.deep.equal([['V81', 40_650n]])
  })

  it('has its lines as they stand, where these were transferred before it was known what the advance has paid', () => {
    const both = [transferred(3, BACK), transferred(5, SOLD)]
    expect(new Map(partsWith(both) as [string, bigint][])).to.deep.equal(
      new Map([
        ['V81', 81_000n],
        ['VS77', -38_500n],
      ]),
    )
    const tax = { amount_minor: 542_500n, closed_minor: 0n, not_due: both }
    expect(taxOfRest(tax, FINAL)).to.deep.equal(tax)
  })

  it('is transferred by what the advance has not paid', () => {
    const due = [transferred(3, BACK), transferred(5, SOLD)].map(({ transfers: _, ...one }) => one)
    const { not_due } = taxOfRest({ amount_minor: 542_500n, closed_minor: 0n, not_due: due }, FINAL)
    expect(not_due.map(({ record, is_told_once }) => [record, is_told_once])).to.deep.equal([[rest, true]])
  })
})
