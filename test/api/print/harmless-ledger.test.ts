import { spawnSync } from 'node:child_process'
import { expect } from 'chai'
import { array, assert, constantFrom, oneof, property, record, string } from 'fast-check'
import { accountDirectives, ledgerHeader, ledgerText } from '../../../api/journal/print-journal.ts'

type Entry = Parameters<typeof ledgerText>[0][number]
type Texts = { readonly description: string; readonly text: string; readonly other: string; readonly name: string }

const HOSTILE = [
  'Miete date:2019-01-01',
  '[2019-01-01]',
  'date:foo',
  '[2026-13-45]',
  '[=2019-01-01]',
  'date2:2019-01-01',
  'type:R',
  'x:: 1/0',
  ':tag:other:',
  'a:b',
  '; comment',
  '|',
  '  ; date:2019-01-01',
  '\n2019-01-01 x\n  1020  5 CHF',
  '* ',
  '!',
  '(5)',
  '=',
  '= expr',
  '~ monthly',
  'P 2026-01-01 CHF 2 EUR',
  'include /etc/passwd',
  'comment',
  'end comment',
  'apply',
  '@ 5 EUR',
  '{5 EUR}',
  '"',
  '\\',
  '%',
  '\t',
  '\r',
  '\u2028',
  '\u0085',
  '\ufeff',
  '\xa0;\xa0date:2019-01-01',
  'ü',
  '😀',
  'date：2019-01-01',
  '[[2019-01-01]]',
  'date:[2019-01-01]',
  'd a t e:1',
  ',date:2019-01-01',
  '::',
  'Value:: (1/0)',
  '',
]
const anyText = oneof(
  constantFrom(...HOSTILE),
  array(constantFrom(...HOSTILE, ' ', ':', '[', ']', ',', 'date', '2019-01-01', '\n', ';'), { maxLength: 6 }).map((x) =>
    x.join(''),
  ),
  string({ unit: 'binary', maxLength: 40 }),
  string({ unit: 'grapheme-ascii', maxLength: 40 }),
)
const anyTexts = array(record({ description: anyText, text: anyText, other: anyText, name: anyText }), {
  minLength: 1,
  maxLength: 30,
})

/** Our names of tags. hledger would list any other that a text has become. */
const TAGS = ['entry_hash', 'entry_type', 'journal_entry_id', 'source', 'tax', 'transaction', 'type']

function entryOf({ description, text, other }: Texts, index: number): Entry {
  const day = `2026-03-${String((index % 28) + 1).padStart(2, '0')}`
  const money = { amount_minor: index + 1, currency: 'CHF' }
  const foreign = { amount_minor: 7, currency: 'EUR' }
  const line = { text, transaction_amount: money, tax: null, debit: null, credit: null }
  return {
    posting_date: day,
    document_date: index % 2 === 0 ? day : '2026-02-01',
    entry_number: index + 1,
    description,
    entry_type: index % 3 === 0 ? 'closing' : 'standard',
    journal_entry_id: 'je_x',
    entry_hash: 'f'.repeat(64),
    currency: 'CHF',
    source: { id: 'sf_x' },
    lines: [
      { ...line, account_code: '6500', debit: money, tax: { tax_code: 'V81' } },
      { ...line, account_code: '1020', credit: money, text: other, transaction_amount: foreign },
    ],
  } as unknown as Entry
}

const isThere = (program: string) => spawnSync(program, ['--version']).status === 0
const run = (program: string, input: string, ...options: string[]) => {
  const env = { ...process.env, LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8' }
  const { status, stdout, stderr } = spawnSync(program, ['-f', '-', ...options], { input, encoding: 'utf8', env })
  expect(status, `${stderr}\n${input}`).to.equal(0)
  return stdout.split('\n').filter((line) => line !== '')
}

function exported(texts: readonly Texts[]): string {
  const accounts = ['6500', '1020'].map((account_code, index) => ({
    account_code,
    account_name: texts[index % texts.length]?.name ?? '',
    account_type: 'asset',
  }))
  return ledgerHeader('customer', 'CHF') + accountDirectives(accounts) + [...ledgerText(texts.map(entryOf))].join('')
}

/** Day, number, account and amount in Rappen of every posting, by day. */
function postingsOf(texts: readonly Texts[]): string[] {
  return texts
    .map(entryOf)
    .flatMap(({ posting_date, entry_number, lines }) =>
      lines.map(
        ({ account_code, debit }) =>
          `${posting_date} ${entry_number} ${account_code} ${debit ? '' : '-'}${entry_number}`,
      ),
    )
    .sort()
}

describe('texts in the ledger export', function () {
  this.timeout(360_000)

  it('are no tag, date or instruction for hledger: dates, balances and tags are ours', function () {
    if (!isThere('hledger')) this.skip()
    assert(
      property(anyTexts, (texts) => {
        const journal = exported(texts)
        const [, ...rows] = run('hledger', journal, 'register', '--output-format=csv')
        const postings = rows.map((row) => {
          const [, day, number, , account, amount = ''] = cellsOfRow(row)
          return `${day} ${number} ${account} ${Math.round(Number(amount.replace(' CHF', '')) * 100)}`
        })
        expect(postings.sort()).to.deep.equal(postingsOf(texts))
        for (const tag of run('hledger', journal, 'tags')) expect(TAGS).to.include(tag)
      }),
      { numRuns: 40, examples: [[HOSTILE.map((text) => ({ description: text, text, other: text, name: text }))]] },
    )
  })

  it('nor for ledger', function () {
    if (!isThere('ledger')) this.skip()
    const format = '%(format_date(date, "%Y-%m-%d")) %(code) %(account) %(quantity(amount) * 100)\n'
    assert(
      property(anyTexts, (texts) => {
        const journal = exported(texts)
        expect(run('ledger', journal, 'register', `--format=${format}`).sort()).to.deep.equal(postingsOf(texts))
      }),
      { numRuns: 40, examples: [[HOSTILE.map((text) => ({ description: text, text, other: text, name: text }))]] },
    )
  })
})

/** A line of CSV whose cells have no line breaks. */
function cellsOfRow(row: string): string[] {
  return [...row.matchAll(/"((?:[^"]|"")*)"/g)].map(([, cell = '']) => cell)
}
