import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { type Blocker, EVALUATION_FAILED, RULES } from '../../../shared/accounting/facts/blockers.ts'
import { blockersFor, settings, without } from './blocker-cases/blocker-case.ts'
import { CUSTOMER_INVOICES } from './blocker-cases/customer-invoices.ts'
import { EXPENSE_DOCUMENTS } from './blocker-cases/expense-documents.ts'
import { JOURNAL_VOUCHERS } from './blocker-cases/journal-vouchers.ts'
import { OPEN_ITEMS } from './blocker-cases/open-items.ts'
import { REGISTRATIONS } from './blocker-cases/registrations.ts'
import { SET_OFFS } from './blocker-cases/set-offs.ts'
import { TAX_LINES } from './blocker-cases/tax-lines.ts'
import { amount, expenseContext, line } from './rule-contexts.ts'

const CASES = [
  ...EXPENSE_DOCUMENTS,
  ...CUSTOMER_INVOICES,
  ...JOURNAL_VOUCHERS,
  ...OPEN_ITEMS,
  ...SET_OFFS,
  ...TAX_LINES,
  ...REGISTRATIONS,
]

/** The blockers of each blocked case as facts were first answered with them. Senders read them, and they are kept with the facts. */
const KNOWN: Readonly<Record<string, readonly Blocker[]>> = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../data/blockers.json'), 'utf8'),
)

describe('blockers', () => {
  for (const [name, given, expected] of CASES) {
    it(`${name}: ${expected.join(', ') || 'none'}`, () => {
      expect(blockersFor(given).map(({ code }) => code)).to.deep.equal(expected)
    })
  }

  it('there is a case for every rule', () => {
    // No document breaks this rule: an evaluation that fails does (failing-facts.test.ts).
    const covered = new Set([EVALUATION_FAILED.code, ...CASES.flatMap(([, , expected]) => expected)])
    expect(RULES.map(({ code }) => code).filter((code) => !covered.has(code))).to.deep.equal([])
  })

  it('each says what is wrong, where, and what to do', () => {
    for (const [, given] of CASES) {
      for (const { code, message, pointer, remedy } of blockersFor(given)) {
        expect(message).to.match(/^[A-Z0-9].*\.$/)
        // That limit is an integer of JSON, whatever the currency.
        if (code !== 'amount_too_large') expect(message).not.to.contain('minor unit')
        expect(pointer).to.match(/^\//)
        expect(remedy).to.match(/^[A-Z].*\.$/)
      }
    }
  })

  it('their texts and pointers are those that are known', () => {
    const found = CASES.map(([name, given]) => [name, blockersFor(given)] as const)
    expect(Object.fromEntries(found.filter(([, blockers]) => blockers.length > 0))).to.deep.equal(KNOWN)
  })

  it('a missing mapping names its key, a wrong tax line its place', () => {
    const [missing] = blockersFor(expenseContext({}, settings({ mappings: without('posting.accounts_payable') })))
    expect(missing?.message).to.include('posting.accounts_payable')
    const lines = [line('I81', 5_000, 405), line('I81', 5_000, 455)]
    const [wrong] = blockersFor(expenseContext({ gross: amount(10_860), tax_lines: lines }))
    expect(wrong?.pointer).to.equal('/payload/tax_lines/1/tax_amount')
  })
})
