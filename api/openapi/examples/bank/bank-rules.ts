import { chf, type Example, ours } from '../example.ts'

const CHARGES = {
  conditions: { credit_debit_indicator: 'DBIT', text: 'Kontoführung', amount_to: chf(5_000) },
  action: { text: 'Kontoführung', lines: [{ account_code: '6940' }] },
} as const

/** Rules for bank entries. */
export const BANK_RULES: readonly Example[] = [
  {
    name: 'bank-rule',
    operation_id: 'createBankRule',
    summary: 'Charges of the bank, as a proposal that somebody accepts',
    request: () => ({ body: { ...ours, name: 'Bankspesen', mode: 'candidate', ...CHARGES } }),
  },
  {
    name: 'bank-rule-of-unknown-account',
    operation_id: 'createBankRule',
    summary: 'What a voucher would be refused for is refused with the rule',
    status: 422,
    request: () => ({
      body: {
        ...ours,
        name: 'Miete',
        mode: 'candidate',
        conditions: { credit_debit_indicator: 'DBIT', counterparty_iban: 'CH5604835012345678009' },
        action: { text: 'Miete', lines: [{ account_code: '6000', tax_code: 'I77' }] },
      },
    }),
  },
  {
    name: 'bank-rule-changed',
    operation_id: 'changeBankRule',
    summary: 'Its second version books by itself',
    request: (of) => ({
      path: { rule_id: of('bank-rule', '/id') },
      body: { ...ours, version: 1, name: 'Bankspesen', mode: 'automatic', ...CHARGES },
    }),
  },
  {
    name: 'bank-rule-on',
    operation_id: 'switchBankRule',
    summary: 'From now on',
    request: (of) => ({
      path: { rule_id: of('bank-rule', '/id') },
      body: { ...ours, state: 'on', reason: 'Geprüft an den Buchungen des letzten Jahres.' },
    }),
  },
  {
    name: 'bank-rules',
    operation_id: 'listBankRules',
    summary: 'The rules that are on',
    request: () => ({ query: { ...ours, state: 'on' } }),
  },
  {
    name: 'bank-rule-with-versions',
    operation_id: 'getBankRule',
    summary: 'One rule with its versions',
    request: (of) => ({ path: { rule_id: of('bank-rule', '/id') } }),
  },
]
