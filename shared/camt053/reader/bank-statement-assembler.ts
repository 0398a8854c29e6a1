import { addBankEntry, checkArithmetic, type Sums } from '../arithmetic.ts'
import { bankEntryOf } from '../bank-entry/bank-entry.ts'
import { type TransactionDetails, transactionDetailsOf } from '../bank-entry/transaction-details.ts'
import { balancesOf, bankStatementHeaderOf, type MessageHeader, messageHeaderOf } from '../bank-statement.ts'
import type { Element } from '../element.ts'
import { Refusal } from '../refusal.ts'
import type { BankMessageEvent } from './bank-message-event.ts'
import type { PartHandler } from './element-tree.ts'
import type { MemoryBudget } from './memory-budget.ts'
import type { BankMessage } from './message-type.ts'

type BankStatementAssembler = PartHandler & {
  /** The events since the last time. */
  takeEvents(): BankMessageEvent[]
  /** @throws Refusal statement_missing, notification_missing */
  requireBankStatement(): void
}

/**
 * Makes events of the parts of a message, each when it is complete.
 *
 * @param version of the message, as far as it is known
 * @throws Refusal account_missing, and for figures that are garbled or missing
 */
export function createBankStatementAssembler(
  budget: Pick<MemoryBudget, 'keep'>,
  message: BankMessage,
  version: () => string | null,
) {
  const events: BankMessageEvent[] = []
  let messageHeader: MessageHeader | null = null
  let transactions: TransactionDetails[] = []
  let progress = startProgress()
  let bank_statement_count = 0
  const assembler: BankStatementAssembler = {
    addGroupHeader(groupHeader) {
      messageHeader = messageHeaderOf(groupHeader, version())
      events.push({ kind: 'message', header: messageHeader })
    },
    addTransaction(transaction) {
      transactions.push(transactionDetailsOf(transaction))
      budget.keep('transaction')
    },
    addBankEntry(ntry, bankStatement) {
      events.push(...headerOnce(bankStatement, message, messageHeader, progress))
      const bankEntry = bankEntryOf(ntry, transactions)
      transactions = []
      addBankEntry(progress.sums, bankEntry)
      progress.entry_count += 1
      events.push({ kind: 'bank_entry', bankEntry })
    },
    endBankStatement(bankStatement) {
      events.push(...headerOnce(bankStatement, message, messageHeader, progress), endEvent(bankStatement, progress))
      budget.keep('bank_statement')
      budget.keep('currency', progress.sums.size)
      progress = startProgress()
      bank_statement_count += 1
    },
    takeEvents: () => events.splice(0),
    requireBankStatement() {
      if (bank_statement_count === 0) throw partMissing(message)
    },
  }
  return assembler
}

/** Everything that has been read of a bank statement but its elements. */
type Progress = { hasHeader: boolean; entry_count: number; readonly sums: Map<string, Sums> }

function startProgress(): Progress {
  return { hasHeader: false, entry_count: 0, sums: new Map() }
}

/** The header is complete when the first bank entry is, or else at the end of the bank statement. */
function headerOnce(
  bankStatement: Element,
  message: BankMessage,
  messageHeader: MessageHeader | null,
  progress: Progress,
): BankMessageEvent[] {
  if (progress.hasHeader) return []
  progress.hasHeader = true
  return [
    { kind: 'bank_statement', header: bankStatementHeaderOf(bankStatement, message, messageHeader?.page ?? null) },
  ]
}

function endEvent(bankStatement: Element, { entry_count, sums }: Progress): BankMessageEvent {
  const balances = balancesOf(bankStatement)
  const arithmetic = checkArithmetic(balances, sums)
  return { kind: 'bank_statement_end', end: { balances, entry_count, sums_by_currency: sums, arithmetic } }
}

function partMissing({ refusals, noun, part }: BankMessage): Refusal {
  return new Refusal(refusals.no_part, `The message contains no ${noun} (${part}).`)
}
