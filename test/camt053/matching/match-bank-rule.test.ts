import { expect } from 'chai'
import {
  hasNameWords,
  type ReadyRule,
  readyRule,
  rulesThatApply,
} from '../../../shared/camt053/matching/match-bank-rule.ts'
import type { RuledBankEntry, RuledTransaction } from '../../../shared/camt053/matching/ruled-bank-entry.ts'
import type { BankRuleConditions } from '../../../shared/contract/bank-rules/bank-rule-parts.ts'
import { slowness } from '../../api/http/held/yardstick.ts'
import { threadCpu } from '../../bench/hostile/thread-cpu.ts'

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
const CASES: readonly [name: string, conditions: Omit<BankRuleConditions, 'credit_debit_indicator'>, more: Partial<RuledBankEntry>, applies: boolean][] = [
  ['all conditions at once', { bank_account: IBAN, counterparty_iban: LANDLORD, counterparty_name: 'mueller', text: 'x' }, {}, false],
  ['its own account, with blanks', { bank_account: 'CH93 0076 2011 6238 5295 7' }, {}, true],
  ['another own account', { bank_account: LANDLORD }, {}, false],
  ['the IBAN of the other side, however it is written', { counterparty_iban: LANDLORD.toLowerCase() }, {}, true],
  ['no other side', { counterparty_iban: LANDLORD }, { transactions: [] }, false],
  ['another side in one of two', { counterparty_iban: LANDLORD }, { transactions: [transaction(), transaction({ counterparty_iban: IBAN })] }, false],
  ['the same side in both of two', { counterparty_iban: LANDLORD }, { transactions: [transaction(), transaction()] }, true],
  ['words of the name in any order, without accents and legal form', { counterparty_name: 'Soehne' }, {}, false],
  ['words of the name', { counterparty_name: 'sohne MULLER GmbH' }, {}, true],
  ['a part of a word is no word', { counterparty_name: 'Immo' }, {}, false],
  ['one of two names', { counterparty_name: 'Verwaltung' }, { transactions: [transaction({ counterparty_names: ['Verwaltung AG', 'Müller'] })] }, true],
  ['text over a line break', { text: 'miete GESCHAFT' }, {}, true],
  ['text that the bank has cut in two', { text: 'geschaft bahnhofstrasse 12' }, { transactions: [transaction({ texts: ['Miete Geschäft', 'Bahnhofstrasse 12'] })] }, true],
  ['text of the bank', { text: 'dauerauftrag' }, { transactions: [] }, true],
  ['text in one of two transactions only', { text: 'Miete' }, { transactions: [transaction(), transaction({ texts: ['Strom'] })] }, false],
  ['the code of the bank entry', { bank_transaction_code: { domain: 'PMNT', family: 'icdt' } }, {}, true],
  ['the code of its transactions', { bank_transaction_code: { subfamily: 'STDO' } }, { transactions: [transaction({ code: code('ICDT', 'STDO') })] }, true],
  ['another subfamily', { bank_transaction_code: { domain: 'PMNT', subfamily: 'STDO' } }, {}, false],
  ['no code at all', { bank_transaction_code: { proprietary: '84' } }, { code: null }, false],
  ['the lowest amount', { amount_from: chf(216_200) }, {}, true],
  ['the highest amount', { amount_from: chf(1), amount_to: chf(216_200) }, {}, true],
  ['below the lowest', { amount_from: chf(216_201) }, {}, false],
  ['above the highest', { amount_to: chf(216_199) }, {}, false],
  ['an amount in another currency', { amount_to: chf(500_000, 'EUR') }, {}, false],
  ['the other direction', { text: 'miete' }, { credit_debit: 'CRDT' }, false],
]

const wanting = (conditions: BankRuleConditions) => readyRule({ conditions })

/** The rules that apply, and in how many steps that was found. */
function compare<Rule>(written: RuledBankEntry, rules: readonly ReadyRule<Rule>[]) {
  const comparing = rulesThatApply(written, rules)
  for (let steps = 0; ; steps += 1) {
    const { done, value } = comparing.next()
    if (done) return { applying: value, steps }
  }
}

const isFor = (written: RuledBankEntry, conditions: BankRuleConditions) =>
  compare(written, [wanting(conditions)]).applying.length === 1

describe('whether a rule applies to a bank entry', () => {
  for (const [name, conditions, more, applies] of CASES)
    it(name, () => expect(isFor(entry(more), { credit_debit_indicator: 'DBIT', ...conditions })).to.equal(applies))

  it('names its conditions in their order', () => {
    const conditions = {
      text: 'Miete',
      counterparty_iban: LANDLORD,
      credit_debit_indicator: 'DBIT',
      amount_from: chf(1),
    } as const
    const [applying] = compare(entry(), [wanting(conditions)]).applying
    expect(applying?.reasons).to.deep.equal(['direction', 'counterparty_iban', 'text', 'amount_range'])
  })

  it('no rule applies to what the bank takes back or returns', () => {
    const conditions = { credit_debit_indicator: 'DBIT', text: 'miete' } as const
    expect([false, true].map((is_return) => isFor(entry({ is_return }), conditions))).to.deep.equal([true, false])
  })

  it('a legal form alone is no name', () => {
    expect(['AG', 'Müller AG', '& Co.'].map(hasNameWords)).to.deep.equal([false, true, false])
    expect(isFor(entry(), { credit_debit_indicator: 'DBIT', counterparty_name: 'AG' })).to.equal(false)
  })
})

describe('many rules and long texts', () => {
  const rules = Array.from({ length: 500 }, (_, index) =>
    wanting({ credit_debit_indicator: 'DBIT', text: `nowhere ${index}`, counterparty_name: `Nobody ${index}` }),
  )
  const LONG = 'é Å b '.repeat(17_500)

  it('read the texts of a bank entry once for all rules, and give way between them', () => {
    let read = 0
    const counted = {
      ...transaction(),
      get texts() {
        read += 1
        return [LONG]
      },
    }
    const transactions = [counted]
    expect(compare(entry({ transactions }), rules).steps).to.equal(501)
    expect(read).to.equal(1)
    expect(compare(entry({ transactions, credit_debit: 'CRDT' }), rules).steps).to.equal(500)
    expect(read, 'not where the direction is another').to.equal(1)
  })

  it('give way between the transactions of a bank entry', () => {
    const transactions = Array.from({ length: 1_000 }, () => transaction())
    expect(compare(entry({ transactions }), rules).steps).to.equal(1_500)
  })

  it('are compared up to 7,000 characters of a transaction and 200,000 of a bank entry', () => {
    const applies = (text: string, transactions: readonly RuledTransaction[]) =>
      isFor(entry({ transactions }), { credit_debit_indicator: 'DBIT', text })
    const behind = (length: number) => [transaction({ texts: ['x'.repeat(length), 'Miete'] })]
    expect([6_994, 6_996].map((length) => applies('x miete', behind(length)))).to.deep.equal([true, false])
    const long = (count: number) =>
      Array.from({ length: count }, () => transaction({ counterparty_names: [], texts: ['miete'.padEnd(7_000)] }))
    expect([28, 30].map((count) => applies('miete', long(count)))).to.deep.equal([true, false])
  })

  it('take no step of more than 10 ms', () => {
    const transactions = Array.from({ length: 1_000 }, () => transaction({ texts: [LONG] }))
    const comparing = rulesThatApply(entry({ transactions }), rules)
    let longest = 0
    for (let before = threadCpu(); !comparing.next().done; before = threadCpu())
      longest = Math.max(longest, threadCpu() - before)
    expect(longest / 1_000 / Math.max(1, slowness())).to.be.lessThan(10)
  })
})
