import type { BankMessageEvent } from './bank-message-event.ts'
import { createBankStatementAssembler } from './bank-statement-assembler.ts'
import { createDecoder } from './decode-text.ts'
import { createElementTree } from './element-tree.ts'
import { inBlocks } from './in-blocks.ts'
import { createMemoryBudget } from './memory-budget.ts'
import { type BankMessage, createMessageType } from './message-type.ts'
import { createXmlParser } from './xml-parser.ts'

/**
 * Feeds on bytes and hands out the events that they complete; no more than one bank entry is held at a time. The events
 * do not depend on the pieces in which the bytes come.
 */
export type BankMessageReader = {
  write(bytes: Uint8Array): BankMessageEvent[]
  end(): BankMessageEvent[]
  /** About, and without the events. */
  keptBytes(): number
}

/**
 * Reads a message of any version by local element names: prefixes, envelopes and versions do not matter.
 *
 * @throws Refusal from `write` and `end`; then nothing of the message counts
 * @source ISO 20022, BankToCustomerStatement and BankToCustomerDebitCreditNotification
 */
export function createBankMessageReader(message: BankMessage): BankMessageReader {
  const messageType = createMessageType(message)
  const budget = createMemoryBudget()
  const assembler = createBankStatementAssembler(budget, message, messageType.version)
  const tree = createElementTree(budget, message.part, assembler)
  const decoder = createDecoder()
  const parser = createXmlParser({
    open(name, namespace, currency) {
      messageType.open(name, namespace)
      if (messageType.isHere()) tree.open(name, currency)
    },
    text: tree.text,
    close: tree.close,
  })
  const blocks = inBlocks((bytes) => parser.write(decoder.write(bytes)))
  return {
    write(bytes) {
      blocks.write(bytes)
      return assembler.takeEvents()
    },
    keptBytes: budget.bytes,
    end() {
      blocks.end()
      parser.end(decoder.end())
      messageType.requireMessage()
      assembler.requireBankStatement()
      return assembler.takeEvents()
    },
  }
}
