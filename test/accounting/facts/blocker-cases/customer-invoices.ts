import { amount, invoiceContext, line, registration } from '../rule-contexts.ts'
import { type BlockerCase, settings, without } from './blocker-case.ts'

export const CUSTOMER_INVOICES: readonly BlockerCase[] = [
  ['an invoice to a customer', invoiceContext(), []],
  ['an invoice to nobody', invoiceContext({ partner_name: null }), ['customer_missing']],
  ['a customer with a wrong UID', invoiceContext({ partner_uid: 'CHE-1' }), ['customer_uid_invalid']],
  [
    'input tax on an invoice to a customer',
    invoiceContext({ tax_lines: [line('I81', 10_000, 810)] }),
    ['tax_code_unknown'],
  ],
  [
    'no account for revenue',
    invoiceContext({}, settings({ mappings: without('posting.revenue.default') })),
    ['account_mapping_missing'],
  ],
  [
    'no account for output tax, not registered',
    invoiceContext(
      { tax_lines: [line('NONE', 10_810, 0)] },
      settings({ vat_registrations: [registration('not_registered')], mappings: without('posting.output_tax') }),
    ),
    [],
  ],
  [
    'a discount on the invoice',
    invoiceContext({ gross: amount(9_729), tax_lines: [line('V81', 10_000, 810), line('VS81', -1_000, -81)] }),
    [],
  ],
  [
    'a discount with a positive amount',
    invoiceContext({ gross: amount(10_810), tax_lines: [line('VS81', 10_000, 810)] }),
    ['tax_sign_wrong'],
  ],
  [
    'a credit note that takes the discount back with the invoice',
    invoiceContext({ gross: amount(-9_729), tax_lines: [line('V81', -10_000, -810), line('VS81', 1_000, 81)] }),
    [],
  ],
  ['tax that is due with the payment', invoiceContext({}, received()), []],
  [
    'an invoice without tax, consideration received',
    invoiceContext({ gross: amount(10_000), tax_lines: [line('NONE', 10_000, 0)] }, received()),
    [],
  ],
  [
    'turnover of two activities that nothing tells apart',
    invoiceContext({}, twoActivities()),
    ['vat_activity_missing'],
  ],
  [
    'turnover of an activity that the end customer is not registered with',
    invoiceContext({ tax_lines: [{ ...line('V81', 10_000, 810), activity_id: '99999' }] }, twoActivities()),
    ['vat_activity_missing'],
  ],
  [
    'turnover of an activity that the line names',
    invoiceContext({ tax_lines: [{ ...line('V81', 10_000, 810), activity_id: '00002' }] }, twoActivities()),
    [],
  ],
  ['turnover on the account of an activity', invoiceContext({}, twoActivities(['3400'])), []],
  [
    'an export under two activities',
    invoiceContext({ gross: amount(10_000), tax_lines: [line('V0X', 10_000, 0)] }, twoActivities()),
    [],
  ],
  ['an invoice whose number is wrong', invoiceContext({ payment_reference: 'RF00' }), ['reference_invalid']],
]

function twoActivities(accounts: string[] = []) {
  const activities = [
    { activity_id: '00001', rate_bp: 620, text: 'Beratung', accounts },
    { activity_id: '00002', rate_bp: 210, text: 'Handel' },
  ]
  return settings({ vat_registrations: [{ ...registration('net_tax_rate'), activities }] })
}

function received() {
  return settings({ vat_registrations: [{ ...registration('effective'), consideration: 'received' }] })
}
