import { expect } from 'chai'
import fc from 'fast-check'
import type { BankMessageEvent } from '../../shared/camt053/reader/bank-message-event.ts'
import { createBankMessageReader } from '../../shared/camt053/reader/bank-message-reader.ts'
import { CAMT053 } from '../../shared/camt053/reader/message-type.ts'
import { Refusal } from '../../shared/camt053/refusal.ts'
import { BALANCED, bankStatementBytes, bytesOf, mutatedBankStatement } from './mutated-bank-statement.ts'
import { runs, TIMEOUT_MS } from './runs.ts'

/** A bank statement is read as fast as it comes; this is a hundred times slower than measured. */
const LONGEST_MS_PER_MB = 5_000
const OVERHEAD_MS = 500

/** A reader that keeps an incomplete part has to refuse it before it is as large as this. */
const MOST_FED_BYTES = 40 * 2 ** 20

const BANK_STATEMENT = '<Document xmlns="urn:x"><BkToCstmrStmt><Stmt><Acct><Id><IBAN>CH1</IBAN></Id></Acct>'
const BANK_ENTRY = `${BANK_STATEMENT}<Ntry>`
/** The beginning of a file, and the text that it then repeats without end. */
const ENDLESS: Readonly<Record<string, readonly [start: string, more: string]>> = {
  'a text': [`${BANK_ENTRY}<AddtlNtryInf>`, 'x'],
  'a text outside of every bank statement': ['<Document>', 'x'],
  'a comment': [`${BANK_STATEMENT}<!--`, 'x'],
  'a CDATA section': [`${BANK_STATEMENT}<![CDATA[`, 'x'],
  'a processing instruction': [`${BANK_STATEMENT}<?x `, 'x'],
  'a name': ['<', 'x'],
  attributes: ['<Document ', ' x="1"'],
  'the value of an attribute': ['<Document x="', 'x'],
  'an entity': [`${BANK_STATEMENT}<Id>&`, 'x'],
  'elements of a bank statement': [BANK_STATEMENT, '<X/>'],
  'balances of a bank statement': [BANK_STATEMENT, '<Bal><Amt Ccy="CHF">1</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal>'],
  'elements of a bank entry': [BANK_ENTRY, '<X><Y/></X>'],
  'transactions of a bank entry': [`${BANK_ENTRY}<NtryDtls>`, '<TxDtls/>'],
  'transactions without a bank entry': [`${BANK_STATEMENT}<NtryDtls>`, '<TxDtls/>'],
  'texts of a transaction': [`${BANK_ENTRY}<NtryDtls><TxDtls><RmtInf>`, `<Ustrd>${'x'.repeat(100)}</Ustrd>`],
  'bank statements': ['<Document><BkToCstmrStmt>', '<Stmt><Acct><Id><IBAN>CH1</IBAN></Id></Acct></Stmt>'],
}

describe('fuzzing the camt.053 reader', function () {
  this.timeout(TIMEOUT_MS)

  it('reads or refuses every file in time, with the same outcome however the pieces come', () => {
    fc.assert(
      fc.property(
        bankStatementBytes,
        fc.array(fc.integer({ min: 1, max: 5_000 }), { maxLength: 6 }),
        (file, pieces) => {
          const bytes = bytesOf(file)
          const started = performance.now()
          const whole = outcomeOf(bytes, [])
          expect(performance.now() - started).to.be.lessThan(OVERHEAD_MS + (bytes.length / 2 ** 20) * LONGEST_MS_PER_MB)
          expect(outcomeOf(bytes, pieces)).to.deep.equal(whole)
          if (bytes.length < 5_000) expect(outcomeOf(bytes, [1])).to.deep.equal(whole)
        },
      ),
      runs(1_500),
    )
  })

  it('a changed digit of a bank entry or a balance never passes unnoticed where balances are given', () => {
    const digits = [...BALANCED.matchAll(/<(?:Bal|Ntry)>[\s\S]*?<Amt Ccy="CHF">([\d.]+)</g)].flatMap(
      ({ 0: text, 1: amount = '', index }) =>
        [...amount].flatMap((digit, offset) =>
          digit === '.' ? [] : [index + text.length - 1 - amount.length + offset],
        ),
    )
    expect(digits.length).to.be.greaterThan(15)
    fc.assert(
      fc.property(fc.constantFrom(...digits), fc.nat(9), (at, digit) => {
        fc.pre(BALANCED[at] !== String(digit))
        const outcome = outcomeOf(Buffer.from(`${BALANCED.slice(0, at)}${digit}${BALANCED.slice(at + 1)}`), [])
        expect(holds(outcome)).to.equal(false)
      }),
      runs(200),
    )
    expect(holds(outcomeOf(Buffer.from(BALANCED), []))).to.equal(true)
  })

  for (const [name, [start, more]] of Object.entries(ENDLESS))
    it(`does not keep a file that never ends: ${name}`, () => {
      const reader = createBankMessageReader(CAMT053)
      const piece = Buffer.from(more.repeat(Math.ceil(65_536 / more.length)))
      let fed = 0
      const feed = () => {
        reader.write(Buffer.from(start))
        for (; fed < MOST_FED_BYTES; fed += piece.length) reader.write(piece)
      }
      expect(feed).to.throw(Refusal)
    })

  it('the mutations leave some files readable and make others wrong', () => {
    const outcomes = fc
      .sample(mutatedBankStatement, { seed: 1, numRuns: 200 })
      .map((bytes) => outcomeOf(Buffer.from(bytes), []))
    const refused = outcomes.filter((outcome) => 'refused' in outcome)
    expect(refused.length).to.be.within(40, 160)
    expect(new Set(refused.map((outcome) => 'refused' in outcome && outcome.refused)).size).to.be.greaterThan(4)
  })
})

type Outcome = { readonly events: readonly BankMessageEvent[] } | { readonly refused: string; readonly message: string }

/** Feeds the reader with pieces of the given lengths, over and over; none: everything at once. Anything but a refusal is thrown on. */
function outcomeOf(bytes: Buffer, pieces: readonly number[]): Outcome {
  const reader = createBankMessageReader(CAMT053)
  const events: BankMessageEvent[] = []
  try {
    for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
      const length = pieces[turn % pieces.length] ?? bytes.length
      events.push(...reader.write(bytes.subarray(at, at + length)))
      at += length
    }
    return { events: [...events, ...reader.end()] }
  } catch (error) {
    if (error instanceof Refusal) return { refused: error.code, message: error.message }
    throw error
  }
}

function holds(outcome: Outcome): boolean | null {
  if ('refused' in outcome) return false
  const end = outcome.events.find((event) => event.kind === 'bank_statement_end')
  return end?.end.arithmetic.holds ?? null
}
