import type { Element } from '../element.ts'
import { createDecoder } from '../reader/decode-text.ts'
import { inBlocks } from '../reader/in-blocks.ts'
import { createMemoryBudget } from '../reader/memory-budget.ts'
import { createXmlParser } from '../reader/xml-parser.ts'
import { Refusal } from '../refusal.ts'
import { type StatusReport, statusReportOf } from './status-report.ts'

const MESSAGE = 'CstmrPmtStsRpt'
/** Of an order with as many payments as it may have, several times over. */
const MAX_KEPT_BYTES = 4_000_000

/**
 * Reads a pain.002 of any version by local element names. It is held as a whole, because it says no more than the order did.
 * What is read or refused does not depend on the pieces in which the bytes come.
 *
 * @throws Refusal from `write` and `end`; then nothing of the message counts
 */
export function createStatusReportReader() {
  const budget = createMemoryBudget(MAX_KEPT_BYTES)
  const branch: Element[] = []
  let report: Element | null = null
  const decoder = createDecoder()
  const parser = createXmlParser({
    open(name, _, currency) {
      const parent = branch.at(-1)
      if (!parent && (name !== MESSAGE || report)) return
      const element = { name, currency, text: '', children: [] }
      budget.addElement()
      if (parent) parent.children.push(element)
      else report = element
      branch.push(element)
    },
    text(text) {
      const element = branch.at(-1)
      if (!element) return
      budget.addText(text.length)
      element.text += text
    },
    close: () => branch.pop(),
  })
  const blocks = inBlocks((bytes) => parser.write(decoder.write(bytes)))
  return {
    write: blocks.write,
    end(): StatusReport {
      blocks.end()
      parser.end(decoder.end())
      if (report) return statusReportOf(report)
      throw new Refusal('not_pain002', `The file is XML, but no pain.002 (there is no ${MESSAGE}).`)
    },
  }
}
