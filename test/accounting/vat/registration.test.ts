import { expect } from 'chai'
import { postExpense } from '../../../shared/accounting/journal/expense-posting.ts'
import { rolesOfExpense } from '../../../shared/accounting/journal/expense-roles.ts'
import { postInvoice } from '../../../shared/accounting/journal/invoice-posting.ts'
import { rolesOfInvoice } from '../../../shared/accounting/journal/invoice-roles.ts'
import { registrationOn } from '../../../shared/accounting/vat/registration.ts'
import { amount, DOCUMENT, line, registration, SETTINGS } from '../facts/rule-contexts.ts'

const CHANGED = {
  ...SETTINGS,
  vat_registrations: [registration('net_tax_rate'), registration('effective', '2026-01-01')],
}
const BEFORE = { supply_date: '2025-12-31' }
const CREDIT_NOTE = {
  ...DOCUMENT,
  fact_type: 'customer_invoice',
  gross: amount(-10_810),
  tax_lines: [line('V81', -10_000, -810)],
} as const

describe('the registration of a day', () => {
  it('is the last one that began on or before it', () => {
    expect(registrationOn(CHANGED, '0001-01-01').method).to.equal('net_tax_rate')
    expect(registrationOn(CHANGED, '2025-12-31').method).to.equal('net_tax_rate')
    expect(registrationOn(CHANGED, '2026-01-01').method).to.equal('effective')
    expect(registrationOn(CHANGED, '2099-01-01').method).to.equal('effective')
  })

  it('is that of the supply for purchases, acquisition tax and credit notes, whenever they are posted', () => {
    const accountsOf = ({ lines }: { lines: readonly { account_code: string }[] }) =>
      lines.map(({ account_code }) => account_code)
    const foreign = { ...DOCUMENT, gross: amount(10_000), tax_lines: [line('B81', 10_000, 810)] }
    expect(accountsOf(postExpense({ ...DOCUMENT, ...BEFORE }, CHANGED, null))).to.deep.equal(['6500', '2000'])
    expect(accountsOf(postExpense(DOCUMENT, CHANGED, null))).to.deep.equal(['6500', '1171', '2000'])
    expect(accountsOf(postExpense({ ...foreign, ...BEFORE }, CHANGED, null)).slice(2)).to.deep.equal(['6731', '2203'])
    expect(accountsOf(postExpense(foreign, CHANGED, null)).slice(2)).to.deep.equal(['1171', '2203'])
    expect(accountsOf(postInvoice({ ...CREDIT_NOTE, ...BEFORE }, CHANGED, null))).to.have.length(2)
    expect(accountsOf(postInvoice(CREDIT_NOTE, CHANGED, null))).to.have.length(3)
  })

  it('says which accounts a document needs', () => {
    const keysOf = (roles: readonly { keys: readonly string[] }[]) => roles.flatMap(({ keys }) => keys)
    expect(keysOf(rolesOfExpense({ ...DOCUMENT, ...BEFORE }, CHANGED))).not.to.include('posting.input_tax.operating')
    expect(keysOf(rolesOfExpense(DOCUMENT, CHANGED))).to.include('posting.input_tax.operating')
    expect(keysOf(rolesOfInvoice({ ...CREDIT_NOTE, ...BEFORE }, CHANGED))).not.to.include('posting.output_tax')
    expect(keysOf(rolesOfInvoice(CREDIT_NOTE, CHANGED))).to.include('posting.output_tax')
  })
})
