import { expect } from 'chai'
import { FACT_KINDS, withKind } from '../../../shared/accounting/facts/fact-kinds.ts'
import { DOCUMENT, voucherContext } from './rule-contexts.ts'

const VOUCHER = voucherContext().document

describe('the kinds of facts', () => {
  it('every document is handed over with its kind', () => {
    const described = [DOCUMENT, VOUCHER].map((document) =>
      withKind(document, (kind, itself) => kind.describe(itself, 'R-1')),
    )
    expect(described).to.deep.equal(['Papeterie Muster AG R-1', 'Abschreibung'])
  })

  it('a kind takes no other document: it would not compile', () => {
    // @ts-expect-error the kind of an invoice does not describe a document that may be a voucher
    withKind(DOCUMENT, (kind) => kind.describe(VOUCHER, 'R-1'))
    // @ts-expect-error nor does a row of the table
    FACT_KINDS.expense_document.describe(VOUCHER, 'R-1')
  })
})
