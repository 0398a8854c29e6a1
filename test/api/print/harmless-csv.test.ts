import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { array, assert, constantFrom, oneof, property, string } from 'fast-check'
import { csvLines, csvPrinter, harmless } from '../../../api/print/csv.ts'
import { readCsv } from '../../support/read-csv.ts'
import { table } from '../../support/table.ts'

const BLANKS = [
  '',
  ' ',
  '\n',
  '\r',
  '\t',
  '\v',
  '\f',
  '\x85',
  '\xa0',
  '\xad',
  '\u061c',
  '\u180e',
  '\u200b',
  '\u200d',
  '\u2028',
]
const MORE_BLANKS = [
  '\u2060',
  '\u2800',
  '\u202e',
  '\u3000',
  '\u3164',
  '\ufe0f',
  '\ufeff',
  '\u{e0020}',
  "'",
  '\x07',
  '\x1b',
  '\x7f',
]
const SIGNS = [
  '=',
  '+',
  '-',
  '@',
  '＝',
  '＋',
  '－',
  '＠',
  '﹦',
  '﹢',
  '﹣',
  '﹫',
  '⁼',
  '⁺',
  '⁻',
  '₌',
  '₊',
  '₋',
  '−',
  '﬩',
  '⩵',
  '⩶',
]
const PIECES = [...BLANKS, ...MORE_BLANKS, ...SIGNS, ';', ',', '"', 'cmd|', 'Miete', '5']
const anyText = oneof(
  array(constantFrom(...PIECES), { maxLength: 8 }).map((pieces) => pieces.join('')),
  string({ unit: 'binary', maxLength: 12 }),
)

/** Without control characters that are neither blanks nor line breaks. */
const shown = (text: string) => [...text].filter((one) => !/\p{Cc}/u.test(one) || /\s|\x85/.test(one)).join('')

/** The expression that docs/api/statements.md gives its readers. */
const [, expression = '', unseen = '', sign = ''] =
  /```\s+(\^'.*)\s+UNSEEN\s+(\S+)\s+SIGN\s+(\S+)\s+```/.exec(readFileSync('docs/api/statements.md', 'utf8')) ?? []
const MARKS = new RegExp(expression.replaceAll('UNSEEN', unseen).replaceAll('SIGN', sign), 'gu')

table('text that a spreadsheet does not run', harmless, [
  ['=1+1', "'=1+1"],
  ['\n=1', "'\n'=1"],
  [' =1', "' =1"],
  ['\xa0=1', "'\xa0=1"],
  ['\ufeff=1', "'\ufeff=1"],
  ['\u200b=1', "'\u200b=1"],
  ['\x0b=1', "'\x0b'=1"],
  ['＝1+1', "'＝1+1"],
  ['＋1', "'＋1"],
  ['－1', "'－1"],
  ['＠1', "'＠1"],
  ['-Lohn', "'-Lohn"],
  ["'=1", "''=1"],
  ['Miete;=1', "Miete;'=1"],
  ['Miete; @x', "Miete;' @x"],
  ['x;"=1+1;y', 'x;\'"=1+1;y'],
  ['x;" "=1', 'x;\'" "=1'],
  ['"=1', '\'"=1'],
  ['"Miete"', '"Miete"'],
  ['a"=b', 'a"=b'],
  ['Material:\n- Holz\r\n- Leim', "Material:\n'- Holz\r\n'- Leim"],
  ['Lohn, -5', 'Lohn, -5'],
  ['x|=1', 'x|=1'],
  ['|=1', '|=1'],
  ['\u2800=1', "'\u2800=1"],
  ['﬩1', "'﬩1"],
  ["=cmd|' /C calc'!A0", "'=cmd|' /C calc'!A0"],
  ['Zeile\r\nZeile', 'Zeile\r\nZeile'],
  [' Miete', ' Miete'],
  ['A-B = C', 'A-B = C'],
  ["'s Gravenhage", "'s Gravenhage"],
  ['', ''],
  ['\x07\x1b[31mMiete\x1b[0m\x9b2J\x7f\0', '[31mMiete[0m2J'],
  ['\x1b=1', "'=1"],
  ['a\x07\tb', 'a\tb'],
])

describe('cells of CSV', () => {
  it('never begin with a sign of formulas, whatever blanks stand before it', () => {
    for (const blank of [...BLANKS, ...MORE_BLANKS])
      for (const other of ['', ...BLANKS, ...MORE_BLANKS])
        for (const sign of SIGNS)
          expect(harmless(`${blank}${other}${sign}1`)[0], `${blank}${other}${sign}`).to.equal("'")
  })

  it('never begin with what Unicode takes for a sign of formulas, or with a blank before one', () => {
    for (let code = 0; code < 0x110000; code += 1) {
      const character = String.fromCodePoint(code)
      const isSign = /^[=+\-@\u2212]/.test(character.normalize('NFKC'))
      const isBlank = character.trim() === '' || /^(?:\p{Default_Ignorable_Code_Point}|\p{C})$/u.test(character)
      if (isSign) expect(harmless(`${character}1`)[0], `sign ${code.toString(16)}`).to.equal("'")
      if (isBlank && !/\p{Cn}|\p{Co}|\p{Cs}/u.test(character))
        expect(harmless(`${character}=1`)[0], `blank ${code.toString(16)}`).to.equal("'")
    }
  })

  it('begin a formula behind no separator of any settings, and can be turned back into the text', () => {
    assert(
      property(anyText, (text) => {
        const cell = harmless(text)
        for (const part of cell.split(/[;\t\r\n]/))
          expect(part).to.not.match(/^[\p{White_Space}\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]/u)
        expect(cell.replace(MARKS, '')).to.equal(shown(text))
      }),
      { numRuns: 5_000 },
    )
  })

  it('begin no formula for a reader of any separator, which undoes quotation marks where it sees a cell begin', () => {
    const beginsFormula = new RegExp(`^[${unseen.replace("'", '')}]*[${sign}]`, 'u')
    assert(
      property(array(array(anyText, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 3 }), (lines) => {
        const csv = csvLines(lines.map((cells) => cells.map(harmless)))
        for (const separator of [',', ';', '\t'])
          for (const cell of readCsv(csv, separator).flat())
            expect(beginsFormula.test(cell), JSON.stringify([separator, cell])).to.equal(false)
        expect(readCsv(csv, ',').map((cells) => cells.map((cell) => cell.replace(MARKS, '')))).to.deep.equal(
          lines.map((cells) => cells.map(shown)),
        )
      }),
      { numRuns: 3_000 },
    )
  })

  it('are read once, however many blanks a text has', () => {
    const started = performance.now()
    for (let round = 0; round < 100; round += 1) harmless(`${'\t'.repeat(20_000)}x=${';\t'.repeat(20_000)}`)
    expect(performance.now() - started).to.be.lessThan(6_000)
  })

  it('stay numbers where they are amounts', () => {
    const columns = ['label', 'amount'].map((key) => ({ key, label: key, is_amount: key === 'amount' }))
    const row = { level: 0, kind: 'line' as const, cells: ['-12.50', -1_250n] }
    const heading = { name: '', locale: 'de' as const, title: '', subtitle: [], currency: 'CHF', columns }
    const { above, write } = csvPrinter({ ...heading, chart: null, notes: [] })
    expect(above + write(row)).to.equal("label,amount\r\n'-12.50,-12.50\r\n")
    expect(csvLines([['-1', null, 'a"b']])).to.equal('-1,,"a""b"\r\n')
  })
})
