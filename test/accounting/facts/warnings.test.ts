import { expect } from 'chai'
import type { RuleContext } from '../../../shared/accounting/documents/rule-context.ts'
import { evaluateWarnings, WARNINGS } from '../../../shared/accounting/facts/warnings.ts'
import { ADVANCE_CASES } from './advances-to-warn-of.ts'
import { blockersFor, settings } from './blocker-cases/blocker-case.ts'
import { MONEY_CASES } from './early-money.ts'
import { ORDERED_CASES } from './orders-to-warn-of.ts'
import { ROLES } from './roles-to-warn-of.ts'
import {
  amount,
  expenseContext,
  invoiceContext,
  line,
  registration,
  voucherContext,
  voucherLine,
} from './rule-contexts.ts'
import { creditWithoutCause, paidFrom, paidTogether, revalued, takenOver, takenOverOf } from './vouchers-to-warn-of.ts'

const ABROAD = { partner_country: 'DE', partner_uid: null }
const WITHOUT_RECEIPT = { has_receipt: false, receipt_required: false }

/** Given, and the codes and pointers that are expected. Nothing of it blocks. */
type WarningCase = readonly [name: string, given: RuleContext, expected: readonly string[]]

const CASES: readonly WarningCase[] = [
  [
    'a supply by option under the net tax rate',
    invoiceContext(
      { tax_lines: [line('VO81', 10_000, 810)] },
      settings({ vat_registrations: [registration('net_tax_rate')] }),
    ),
    ['option_at_net_tax_rate /payload/tax_lines/0/tax_code'],
  ],
  ['a credit note without a cause, once returns are filed', creditWithoutCause(), ['credit_note_without_cause /cause']],
  ['nothing is odd', expenseContext(), []],
  ['a voucher', voucherContext(), []],
  ['a category of the defaults', expenseContext({ category: 'office_supplies' }), []],
  [
    'a number that the partner had before, spelt otherwise',
    expenseContext({}, { possible_duplicate_of: 'EXP-9' }),
    ['possible_duplicate /payload/document_number'],
  ],
  [
    'a misspelt category of an expense',
    expenseContext({ category: 'telcom' }),
    ['category_unknown /payload/expense_category'],
  ],
  [
    'a misspelt category of a line',
    expenseContext({ category: 'office_supplies', tax_lines: [line('I81', 10_000, 810, 'telcom')] }),
    ['category_unknown /payload/tax_lines/0/expense_category'],
  ],
  [
    'a category of expenses on an invoice to a customer',
    invoiceContext({ category: 'rent' }),
    ['category_unknown /payload/revenue_category'],
  ],
  ...ROLES,
  ['tax one Rappen off', printed(809), []],
  ['tax five Rappen off', printed(805), ['tax_amount_differs /payload/tax_lines/0/tax_amount']],
  ['tax that its sender has accepted', printed(700, true), ['tax_amount_differs /payload/tax_lines/0/tax_amount']],
  ['acquisition tax that is left to us', expenseContext({ tax_lines: [line('B81', 10_810, 0)] }), []],
  ['input tax without a receipt', unproved(), ['input_tax_without_receipt /evidence_links']],
  ['input tax without a receipt, by a decision', unproved({ has_input_tax_decision: true }), []],
  ['input tax without a receipt, by an exception: not deducted', unproved({ has_receipt_exception: true }), []],
  ['acquisition tax without a receipt', unproved({ tax_lines: [line('B81', 10_810, 0)] }), []],
  [
    'input tax that is not deducted anyway',
    expenseContext(WITHOUT_RECEIPT, settings({ vat_registrations: [registration('net_tax_rate')] })),
    [],
  ],
  ['a voucher with input tax and no receipt', inputTaxByVoucher(false), ['input_tax_without_receipt /evidence_links']],
  ['a voucher with input tax and a receipt', inputTaxByVoucher(true), []],
  [
    'a UID without the suffix of the VAT register',
    expenseContext({ partner_uid: 'CHE-116.281.710' }),
    ['supplier_uid_without_suffix /payload/supplier/uid_mwst_number'],
  ],
  [
    'the same, and somebody was asked before',
    expenseContext(
      { partner_uid: 'CHE-116.281.710' },
      { supplier_uids: new Map([['CHE116281710', { is_registered: null }]]) },
    ),
    [],
  ],
  ['a supplier abroad', expenseContext(ABROAD), ['supplier_abroad /payload/supplier/structured_address']],
  ['a supplier in Liechtenstein', expenseContext({ ...ABROAD, partner_country: 'LI' }), []],
  ['a supplier abroad with a Swiss UID', expenseContext({ partner_country: 'DE' }), []],
  ['a supplier abroad whose tax we owe', expenseContext({ ...ABROAD, tax_lines: [line('B81', 10_810, 0)] }), []],
  [
    'a service from abroad, not registered',
    expenseContext(
      { ...ABROAD, tax_lines: [line('B81', 10_810, 0)] },
      settings({ vat_registrations: [registration('not_registered')] }),
    ),
    ['acquisition_tax_unregistered /payload/tax_lines/0/tax_code'],
  ],
  ...[989_190n, 989_191n].map(
    (acquired_minor): WarningCase => [
      `the same where the year has had ${acquired_minor} Rappen`,
      expenseContext(
        { ...ABROAD, tax_lines: [line('B81', 10_810, 0)] },
        { ...settings({ vat_registrations: [registration('not_registered')] }), acquired_minor },
      ),
      [
        'acquisition_tax_unregistered /payload/tax_lines/0/tax_code',
        ...(acquired_minor > 989_190n ? ['acquisition_tax_limit_passed /payload/tax_lines'] : []),
      ],
    ],
  ),
  ['one payment of an item', paidTogether('d'), []],
  ['one payment of items of several customers', paidTogether('d', 'e'), ['several_partners /payload/lines']],
  ['an item that is taken over', takenOver('opening', 'RE-7'), []],
  [
    'one that a fact has taken over',
    takenOver('opening', 'RE-6'),
    ['possible_duplicate_item /payload/lines/0/open_item'],
  ],
  [
    'one that another line takes over, spelt otherwise',
    takenOver('opening', 'RE-7', 'RE-7'),
    ['possible_duplicate_item /payload/lines/1/open_item'],
  ],
  ['new items that are none of another system', takenOver('standard', 'RE-6', 'RE-6'), []],
  [
    'one of a document from before the registration',
    takenOverOf('2025-12-31', false),
    ['item_before_registration /payload/lines/0/open_item/new/document_date'],
  ],
  ['the same of its first day', takenOverOf('2026-01-01', false), []],
  ['the same with tax that is declared', takenOverOf('2025-12-31', true), []],
  ['a revaluation of an item that is open', revalued(100), []],
  ['a revaluation of an item that was paid since', revalued(0), ['value_without_amount /payload/lines/0/open_item']],
  ...MONEY_CASES,
  ...ORDERED_CASES,
  ...ADVANCE_CASES,
  [
    'a payment before the day of the item',
    paidFrom('1020', { opened_on: '2099-01-01' }),
    ['item_used_before_it_was_opened /payload/lines/1/open_item'],
  ],
]

function unproved(more: Parameters<typeof expenseContext>[0] = {}): RuleContext {
  return expenseContext({ ...WITHOUT_RECEIPT, ...more })
}

function inputTaxByVoucher(has_receipt: boolean): RuleContext {
  const lines = [voucherLine('1171', 810, { tax_code: 'I81', tax_base: amount(10_000) }), voucherLine('6500', -810)]
  return voucherContext({ has_receipt, lines })
}

function printed(tax: number, has_accepted_tax = false): RuleContext {
  const tax_lines = [{ ...line('I81', 10_000, tax), has_accepted_tax }]
  return expenseContext({ gross: amount(10_000 + tax), tax_lines })
}

describe('warnings', () => {
  for (const [name, given, expected] of CASES) {
    it(`${name}: ${expected.join(', ') || 'none'}`, () => {
      const warnings = evaluateWarnings(given)
      expect(warnings.map(({ code, pointer }) => `${code} ${pointer}`)).to.deep.equal(expected)
      expect(blockersFor(given)).to.deep.equal([])
      for (const { message, remedy } of warnings) {
        expect(message).to.match(/^[A-Z0-9].*\.$/)
        expect(remedy).to.match(/^[A-Z].*\.$/)
      }
    })
  }

  it('there is a case for every one', () => {
    const covered = new Set(CASES.flatMap(([, , expected]) => expected.map((text) => text.split(' ')[0])))
    expect(WARNINGS.map(({ code }) => code).filter((code) => !covered.has(code))).to.deep.equal([])
  })

  it('without a chart only the chart is missed', () => {
    const given = expenseContext(
      { category: 'rent' },
      settings({ chart_versions: [], chart_accounts: [], mappings: [] }),
    )
    expect(evaluateWarnings(given)).to.deep.equal([])
  })
})
