import { expect } from 'chai'
import {
  allChecks,
  type Check,
  findingIf,
  forInvoices,
  forType,
  forVouchers,
  type RuleContext,
  rulesForKind,
} from '../../../shared/accounting/documents/rule-context.ts'
import { withMemos } from '../../../shared/accounting/vat/consideration/memos.ts'

/** What a table leaves for each kind is asked for every fact of it. */
describe('a table of rules for one kind of facts', () => {
  const saying = (message: string) => () => findingIf(true, message)
  const ofInvoices = saying('of invoices')
  const ofVouchers = saying('of vouchers')
  const ofExpenses = saying('of expenses')
  const ofAll: Check = saying('of all')
  const rules = [
    { code: 'invoices', find: forInvoices(ofInvoices) },
    { code: 'vouchers', find: forVouchers(ofVouchers) },
    { code: 'expenses', find: forType('expense_document', ofExpenses) },
    { code: 'all', find: ofAll },
    { code: 'memos', find: withMemos(ofAll) },
    {
      code: 'several',
      find: allChecks(forVouchers(ofVouchers), forInvoices(ofInvoices), forVouchers(saying('again'))),
    },
  ]

  it('has no rule that finds nothing in them, and of the others no question for the kind', () => {
    expect(rulesForKind(rules, 'customer_invoice')).to.deep.equal([
      { code: 'invoices', find: ofInvoices },
      { code: 'all', find: ofAll },
      { code: 'memos', find: ofAll },
      { code: 'several', find: ofInvoices },
    ])
    expect(rulesForKind(rules, 'expense_document').map(({ code }) => code)).to.deep.equal([
      'invoices',
      'expenses',
      'all',
      'memos',
      'several',
    ])
  })

  it('finds what the whole table finds, in its order', () => {
    for (const fact_type of ['expense_document', 'customer_invoice', 'journal_voucher'] as const) {
      const context = { document: { fact_type, lines: [], tax_lines: [] } } as unknown as RuleContext
      const found = (table: typeof rules) => table.flatMap(({ find }) => find(context)).map(({ message }) => message)
      expect(found([...rulesForKind(rules, fact_type)]), fact_type).to.deep.equal(found(rules))
    }
  })
})
