import { expect } from 'chai'
import fc from 'fast-check'
import type { BankMessageEvent } from '../../shared/camt053/reader/bank-message-event.ts'
import { createBankMessageReader } from '../../shared/camt053/reader/bank-message-reader.ts'
import { CAMT053, CAMT054 } from '../../shared/camt053/reader/message-type.ts'
import { Refusal } from '../../shared/camt053/refusal.ts'
import { createStatusReportReader } from '../../shared/camt053/status-report/status-report-reader.ts'
import { BALANCED, bytesOf, type MessageName, messageBytes, mutatedMessage } from './messages/mutated-messages.ts'
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

const REPORT = '<Document><CstmrPmtStsRpt><OrgnlPmtInfAndSts>'
const ENDLESS_REPORTS: Readonly<Record<string, readonly [start: string, more: string]>> = {
  'a text': [`${REPORT}<OrgnlPmtInfId>`, 'x'],
  'a text outside of every report': ['<Document>', 'x'],
  payments: [REPORT, '<TxInfAndSts><OrgnlEndToEndId>E</OrgnlEndToEndId></TxInfAndSts>'],
  elements: [REPORT, '<X/>'],
  reasons: [`${REPORT}<StsRsnInf>`, `<AddtlInf>${'x'.repeat(105)}</AddtlInf>`],
  depth: [REPORT, '<X>'],
}

/** With balances, which a notification may have too. */
const notified = (text: string) =>
  text.replaceAll('BkToCstmrStmt', 'BkToCstmrDbtCdtNtfctn').replaceAll(/<(\/?)Stmt>/g, '<$1Ntfctn>')

describe('fuzzing the readers of bank messages', function () {
  this.timeout(TIMEOUT_MS)

  for (const [name, few] of [
    ['camt.053', 1_000],
    ['camt.054', 300],
    ['pain.002', 300],
  ] as const)
    it(`${name}: reads or refuses every file in time, with the same outcome however the pieces come`, () => {
      fc.assert(
        fc.property(
          messageBytes(name),
          fc.array(fc.integer({ min: 1, max: 5_000 }), { maxLength: 6 }),
          (file, pieces) => {
            const bytes = bytesOf(name, file)
            const most_ms = OVERHEAD_MS + (bytes.length / 2 ** 20) * LONGEST_MS_PER_MB
            const started = performance.now()
            const whole = outcomeOf(bytes, [], name)
            expect(performance.now() - started).to.be.lessThan(most_ms)
            expect(outcomeOf(bytes, pieces, name)).to.deep.equal(whole)
            if (bytes.length < 5_000) expect(outcomeOf(bytes, [1], name)).to.deep.equal(whole)
          },
        ),
        runs(few),
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

  for (const [what, [start, more]] of Object.entries(ENDLESS))
    it(`does not keep a file that never ends: ${what}`, () => {
      expect(() => feedWithoutEnd('camt.053', start, more)).to.throw(Refusal)
      expect(() => feedWithoutEnd('camt.054', notified(start), notified(more))).to.throw(Refusal)
    })

  for (const [what, [start, more]] of Object.entries(ENDLESS_REPORTS))
    it(`does not keep a report that never ends: ${what}`, () => {
      expect(() => feedWithoutEnd('pain.002', start, more)).to.throw(Refusal)
    })

  it('the mutations leave some files readable and make others wrong', () => {
    for (const name of ['camt.053', 'camt.054', 'pain.002'] as const) {
      const outcomes = fc
        .sample(mutatedMessage(name), { seed: 1, numRuns: 200 })
        .map((bytes) => outcomeOf(Buffer.from(bytes), [], name))
      const refused = outcomes.filter((outcome) => 'refused' in outcome)
      expect(refused.length, name).to.be.within(40, 160)
      const codes = new Set(refused.map((outcome) => 'refused' in outcome && outcome.refused))
      expect(codes.size, name).to.be.greaterThan(name === 'pain.002' ? 2 : 4)
    }
  })
})

type Outcome = { readonly read: readonly unknown[] } | { readonly refused: string; readonly message: string }

type Reader = { write(bytes: Uint8Array): unknown; end(): unknown }

const READERS: Readonly<Record<MessageName, () => Reader>> = {
  'camt.053': () => createBankMessageReader(CAMT053),
  'camt.054': () => createBankMessageReader(CAMT054),
  'pain.002': createStatusReportReader,
}

/** Feeds a reader with pieces of the given lengths, over and over; none: everything at once. Anything but a refusal is thrown on. */
function outcomeOf(bytes: Buffer, pieces: readonly number[], name: MessageName = 'camt.053'): Outcome {
  const reader = READERS[name]()
  const read: unknown[] = []
  try {
    for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
      const length = pieces[turn % pieces.length] ?? bytes.length
      read.push(reader.write(bytes.subarray(at, at + length)) ?? [])
      at += length
    }
    return { read: [...read, reader.end()].flat() }
  } catch (error) {
    if (error instanceof Refusal) return { refused: error.code, message: error.message }
    throw error
  }
}

function feedWithoutEnd(name: MessageName, start: string, more: string): void {
  const reader = READERS[name]()
  const piece = Buffer.from(more.repeat(Math.ceil(65_536 / more.length)))
  reader.write(Buffer.from(start))
  for (let fed = 0; fed < MOST_FED_BYTES; fed += piece.length) reader.write(piece)
}

function holds(outcome: Outcome): boolean | null {
  if ('refused' in outcome) return false
  const end = (outcome.read as BankMessageEvent[]).find((event) => event.kind === 'bank_statement_end')
  return end?.end.arithmetic.holds ?? null
}
