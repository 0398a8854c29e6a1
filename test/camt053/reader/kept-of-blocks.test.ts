import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect } from 'chai'
import { createBankMessageReader } from '../../../shared/camt053/reader/bank-message-reader.ts'
import { CAMT053 } from '../../../shared/camt053/reader/message-type.ts'
import { createStatusReportReader } from '../../../shared/camt053/status-report/status-report-reader.ts'
import { utf8 } from '../read-message.ts'

setFlagsFromString('--expose-gc') // contexts made from here on have the function
const collectGarbage: () => void = runInNewContext('gc')

const MEGABYTE = 1_000_000
const BLOCK = 16_384
const SENT = 12 * MEGABYTE
/** Of some hundred elements, and what else of the process may grow meanwhile. */
const MOST_KEPT = 4 * MEGABYTE

const OPEN = '<Document><BkToCstmrStmt><Stmt><Ntry>'
const AMOUNT = '<Amt Ccy="CHF">1</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts>'
/** Nothing of it is kept: what is kept is beside it. */
const COMMENT = `<!--${'c'.repeat(16_000)}-->`

describe('what is read of a file of a bank keeps nothing else of it in memory', () => {
  const KEPT: readonly (readonly [name: string, start: string, piece: string])[] = [
    ['names', OPEN, `<NameOfAnElement/>${COMMENT}`],
    ['texts', OPEN, `<Id>Text of an element</Id>${COMMENT}`],
    ['texts in sections', OPEN, `<Id><![CDATA[Text of an element]]></Id>${COMMENT}`],
    ['currencies', OPEN, `<Amt Ccy="${'CHF'.repeat(3_000)}">1</Amt>${COMMENT}`],
    [
      'transactions',
      `${OPEN}${AMOUNT}<NtryDtls>`,
      `<TxDtls><RmtInf><Ustrd>Text of a transaction</Ustrd></RmtInf></TxDtls>${COMMENT}`,
    ],
  ]
  for (const [name, start, piece] of KEPT)
    it(name, () => {
      expect(keptBy(() => createBankMessageReader(CAMT053), start, piece)).to.be.below(MOST_KEPT)
    })

  it('names of a status report', () => {
    const start = '<Document><CstmrPmtStsRpt>'
    expect(keptBy(createStatusReportReader, start, `<NameOfAnElement/>${COMMENT}`)).to.be.below(MOST_KEPT)
  })
})

/** Bytes of the heap that a file holds which has not ended. */
function keptBy(createReader: () => { write(bytes: Uint8Array): unknown }, start: string, piece: string): number {
  const block = utf8(piece.repeat(Math.ceil(MEGABYTE / piece.length)))
  collectGarbage()
  const before = process.memoryUsage().heapUsed
  const reader = createReader()
  reader.write(utf8(start))
  for (let sent = 0; sent < SENT; sent += block.length)
    for (let at = 0; at < block.length; at += BLOCK) reader.write(block.subarray(at, at + BLOCK))
  collectGarbage()
  const kept = process.memoryUsage().heapUsed - before
  reader.write(utf8(' ')) // it is alive until here
  return kept
}
