import { expect } from 'chai'
import {
  hasNameWords,
  matchBankRule,
  type RuledBankEntry,
  type RuledTransaction,
} from '../../../shared/camt053/matching/match-bank-rule.ts'
import type { BankRuleConditions } from '../../../shared/contract/bank-rules/bank-rule-parts.ts'

const IBAN = 'CH9300762011623852957'
const LANDLORD = 'CH5604835012345678009'
const code = (family: string, subfamily: string) => ({
  domain: 'PMNT',
  family,
  subfamily,
  proprietary: null,
  proprietary_issuer: null,
})

const transaction = (more: Partial<RuledTransaction> = {}): RuledTransaction => ({
  counterparty_iban: 'CH56 0483 5012 3456 7800 9',
  counterparty_names: ['Immobilien Müller & Söhne AG'],
  texts: ['Miete\nGeschäft  Bahnhofstrasse'],
  code: null,
  ...more,
})

const entry = (more: Partial<RuledBankEntry> = {}): RuledBankEntry => ({
  credit_debit: 'DBIT',
  bank_account: IBAN,
  currency: 'CHF',
  amount_minor: 216_200n,
  is_return: false,
  code: code('ICDT', 'DMCT'),
  texts: ['Dauerauftrag'],
  transactions: [transaction()],
  ...more,
})

const chf = (amount_minor: number, currency = 'CHF') => ({ amount_minor, currency })

// biome-ignore format: a table reads better in rows
const CASES: readonly [name: string, conditions: Omit<BankRuleConditions, 'credit_debit_indicator'>, more: Partial<RuledBankEntry>, missing: string[]][] = [
  ['all conditions at once', { bank_account: IBAN, counterparty_iban: LANDLORD, counterparty_name: 'mueller', text: 'x' }, {}, ['counterparty_name', 'text']],
  ['its own account, with blanks', { bank_account: 'CH93 0076 2011 6238 5295 7' }, {}, []],
  ['another own account', { bank_account: LANDLORD }, {}, ['bank_account']],
  ['the IBAN of the other side, however it is written', { counterparty_iban: LANDLORD.toLowerCase() }, {}, []],
  ['no other side', { counterparty_iban: LANDLORD }, { transactions: [] }, ['counterparty_iban']],
  ['another side in one of two', { counterparty_iban: LANDLORD }, { transactions: [transaction(), transaction({ counterparty_iban: IBAN })] }, ['counterparty_iban']],
  ['the same side in both of two', { counterparty_iban: LANDLORD }, { transactions: [transaction(), transaction()] }, []],
  ['words of the name in any order, without accents and legal form', { counterparty_name: 'Soehne' }, {}, ['counterparty_name']],
  ['words of the name', { counterparty_name: 'sohne MULLER GmbH' }, {}, []],
  ['a part of a word is no word', { counterparty_name: 'Immo' }, {}, ['counterparty_name']],
  ['one of two names', { counterparty_name: 'Verwaltung' }, { transactions: [transaction({ counterparty_names: ['Verwaltung AG', 'Müller'] })] }, []],
  ['text over a line break', { text: 'miete GESCHAFT' }, {}, []],
  ['text that the bank has cut in two', { text: 'geschaft bahnhofstrasse 12' }, { transactions: [transaction({ texts: ['Miete Geschäft', 'Bahnhofstrasse 12'] })] }, []],
  ['text of the bank', { text: 'dauerauftrag' }, { transactions: [] }, []],
  ['text in one of two transactions only', { text: 'Miete' }, { transactions: [transaction(), transaction({ texts: ['Strom'] })] }, ['text']],
  ['the code of the bank entry', { bank_transaction_code: { domain: 'PMNT', family: 'icdt' } }, {}, []],
  ['the code of its transactions', { bank_transaction_code: { subfamily: 'STDO' } }, { transactions: [transaction({ code: code('ICDT', 'STDO') })] }, []],
  ['another subfamily', { bank_transaction_code: { domain: 'PMNT', subfamily: 'STDO' } }, {}, ['bank_transaction_code']],
  ['no code at all', { bank_transaction_code: { proprietary: '84' } }, { code: null }, ['bank_transaction_code']],
  ['the lowest amount', { amount_from: chf(216_200) }, {}, []],
  ['the highest amount', { amount_from: chf(1), amount_to: chf(216_200) }, {}, []],
  ['below the lowest', { amount_from: chf(216_201) }, {}, ['amount_range']],
  ['above the highest', { amount_to: chf(216_199) }, {}, ['amount_range']],
  ['an amount in another currency', { amount_to: chf(500_000, 'EUR') }, {}, ['amount_range']],
  ['the other direction', { text: 'miete' }, { credit_debit: 'CRDT' }, ['direction']],
]

describe('whether a rule applies to a bank entry', () => {
  for (const [name, conditions, more, missing] of CASES)
    it(name, () => {
      const match = matchBankRule(entry(more), { credit_debit_indicator: 'DBIT', ...conditions })
      expect(match.missing).to.deep.equal(missing)
      expect(match.applies).to.equal(missing.length === 0)
    })

  it('names the conditions that hold, in their order', () => {
    const conditions = {
      text: 'Miete',
      counterparty_iban: LANDLORD,
      credit_debit_indicator: 'DBIT',
      amount_to: chf(1),
    } as const
    expect(matchBankRule(entry(), conditions)).to.deep.equal({
      applies: false,
      reasons: ['direction', 'counterparty_iban', 'text'],
      missing: ['amount_range'],
    })
  })

  it('no rule applies to what the bank takes back or returns', () => {
    const match = matchBankRule(entry({ is_return: true }), { credit_debit_indicator: 'DBIT', text: 'miete' })
    expect(match).to.deep.equal({ applies: false, reasons: ['direction', 'text'], missing: [] })
  })

  it('a legal form alone is no name', () => {
    expect(['AG', 'Müller AG', '& Co.'].map(hasNameWords)).to.deep.equal([false, true, false])
    expect(matchBankRule(entry(), { credit_debit_indicator: 'DBIT', counterparty_name: 'AG' }).applies).to.equal(false)
  })
})
