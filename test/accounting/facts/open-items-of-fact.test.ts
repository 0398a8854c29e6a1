import { expect } from 'chai'
import type { Invoice } from '../../../shared/accounting/documents/accounting-document.ts'
import { entryOfFact } from '../../../shared/accounting/facts/entry-of-fact.ts'
import { FACT_KINDS } from '../../../shared/accounting/facts/fact-kinds.ts'
import { openItemsOfFact } from '../../../shared/accounting/facts/open-items/open-items-of-fact.ts'
import { amount, DOCUMENT, line, SETTINGS } from './rule-contexts.ts'

const ADVANCE = {
  mapping_key: 'posting.revenue.category.advance',
  account_code: '2030',
  valid_from: '2020-01-01',
  valid_to: null,
}
const settings = { ...SETTINGS, mappings: [...SETTINGS.mappings, ADVANCE] }

describe('the open items of a document', () => {
  it('an invoice of a supplier opens one payable at its line', () => {
    const items = itemsOf({ ...DOCUMENT, tax_lines: [line('I81', 10_000, 810)] })
    expect(items).to.deep.equal([['payable', '2000', 3, 10_810n, 10_810n]])
  })

  it('an invoice that its advance pays in full opens the item of the advance alone', () => {
    const lines = [line('V81', 10_000, 810), line('V81', -10_000, -810, 'advance')]
    const invoice: Invoice = { ...DOCUMENT, fact_type: 'customer_invoice', gross: amount(0), tax_lines: lines }
    expect(itemsOf(invoice)).to.deep.equal([['customer_credit', '2030', 3, 10_000n, 10_000n]])
  })

  it('the advance of an advance invoice opens customer credit of the same partner', () => {
    const invoice: Invoice = {
      ...DOCUMENT,
      fact_type: 'customer_invoice',
      tax_lines: [line('V81', 10_000, 810, 'advance')],
    }
    expect(itemsOf(invoice)).to.deep.equal([
      ['receivable', '1100', 1, 10_810n, 10_810n],
      ['customer_credit', '2030', 2, -10_000n, -10_000n],
    ])
  })

  it('the final invoice that takes the advance off opens the opposite of that credit', () => {
    const invoice: Invoice = {
      ...DOCUMENT,
      fact_type: 'customer_invoice',
      gross: amount(21_620),
      tax_lines: [line('V81', 30_000, 2_430), line('V81', -10_000, -810, 'advance')],
    }
    expect(itemsOf(invoice)).to.deep.equal([
      ['receivable', '1100', 1, 21_620n, 21_620n],
      ['customer_credit', '2030', 4, 10_000n, 10_000n],
    ])
  })

  it('a receivable stands on the account of its currency, where there is one', () => {
    const ofEuro = { ...ADVANCE, mapping_key: 'posting.accounts_receivable.currency.EUR', account_code: '1101' }
    const inEuro = { ...settings, mappings: [...settings.mappings, ofEuro] }
    const invoice: Invoice = {
      ...DOCUMENT,
      fact_type: 'customer_invoice',
      currency: 'EUR',
      gross: amount(10_000, 'EUR'),
      tax_lines: [],
    }
    expect(itemsOf(invoice, inEuro)).to.deep.equal([['receivable', '1101', 1, 10_000n, 9_500n]])
    expect(itemsOf({ ...invoice, gross: amount(10_000) }, inEuro)).to.deep.equal([
      ['receivable', '1100', 1, 10_000n, 10_000n],
    ])
  })
})

function itemsOf(document: Invoice, with_settings = settings) {
  const rates = new Map(document.gross?.currency === 'EUR' ? [['EUR', 95_000_000n]] : [])
  const posting = FACT_KINDS[document.fact_type].post(document, with_settings, rates, new Map())
  const fact = {
    document,
    end_customer_id: '6bb1e290-edd1-46fd-8552-4a66d50d821f',
    source_fact_id: '6bb1e290-edd1-46fd-8552-4a66d50d821e',
    fact_type: document.fact_type,
    source_system: 'test',
    external_reference: 'R-1',
    business_date: document.business_date,
    actor_id: 'key',
    request_id: 'request',
  }
  const posted = entryOfFact(
    {
      ...posting,
      fact: fact as never,
      fiscal_year_id: 'FY2026',
      base_currency: 'CHF',
      bank_entry_uses: [],
      control_accounts: with_settings.control_accounts,
    },
    '6bb1e290-edd1-46fd-8552-4a66d50d821d',
    '2026-03-15T08:00:00.000Z',
  )
  return openItemsOfFact(posted, 7n, () => 'id').map((item) => [
    item.kind,
    item.account_code,
    item.line_number,
    item.amount_minor,
    item.base_amount_minor,
  ])
}
