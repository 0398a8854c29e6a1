import { expect } from 'chai'
import { INVOICE_ACROSS_CHANGE } from '../../../../shared/accounting/vat/consideration/invoice-across-change.ts'
import { settings } from '../../facts/blocker-cases/blocker-case.ts'
import { invoiceContext, registration } from '../../facts/rule-contexts.ts'

const CHANGED = {
  vat_registrations: [
    registration('effective'),
    { ...registration('effective', '2026-03-01'), consideration: 'received' as const },
  ],
}
const YEAR = { fiscal_year_id: 'FY2026', start_date: '2026-01-01', end_date: '2026-12-31', state: 'open' } as const
const CLOSED =
  'The books of 2026-02-28 are closed: it stays with its payment, or they are opened and it is sent again with'

describe('an invoice of the day before consideration is received says what to send', () => {
  for (const [what, more, said] of [
    ['nothing is filed', {}, 'Send it again with business_date: 2026-02-28.'],
    [
      'its return is filed',
      { vat_filed_from: '2026-01-01', vat_filed_through: '2026-03-31' },
      'Send it again with business_date: 2026-02-28 and vat_period: correction.',
    ],
    [
      'another system has filed its return',
      { vat_filed_from: '2026-04-01', vat_filed_through: '2026-06-30' },
      'Send it again with business_date: 2026-02-28 and vat_period: annual_reconciliation.',
    ],
    ['its day is locked', { locked_through: '2026-02-28' }, `${CLOSED} business_date: 2026-02-28.`],
  ] as const)
    it(what, () => {
      const of = { document_date: '2026-02-28', supply_date: '2026-02-28' }
      const found = INVOICE_ACROSS_CHANGE.find(
        invoiceContext(of, settings({ ...CHANGED, fiscal_years: [YEAR], ...more })),
      )
      expect(found.map(({ message }) => message.slice(message.indexOf('before. ') + 8))).to.deep.equal([said])
    })
})
