import { addBankEntry, checkArithmetic, type Sums } from '../arithmetic.ts'
import { bankEntryOf } from '../bank-entry/bank-entry.ts'
import { type TransactionDetails, transactionDetailsOf } from '../bank-entry/transaction-details.ts'
import { balancesOf, bankStatementHeaderOf, type MessageHeader, messageHeaderOf } from '../bank-statement.ts'
import type { Element } from '../element.ts'
import { Refusal } from '../refusal.ts'
import type { Camt053Event } from './camt053-event.ts'
import type { PartHandler } from './element-tree.ts'
import type { MemoryBudget } from './memory-budget.ts'

type BankStatementAssembler = PartHandler & {
  /** The events since the last time. */
  takeEvents(): Camt053Event[]
  /** @throws Refusal statement_missing */
  requireBankStatement(): void
}

/**
 * Makes events of the parts of a message, each when it is complete.
 *
 * @param version of the message, as far as it is known
 * @throws Refusal account_missing, and for figures that are garbled or missing
 */
export function createBankStatementAssembler(budget: Pick<MemoryBudget, 'keep'>, version: () => string | null) {
  const events: Camt053Event[] = []
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
      events.push(...headerOnce(bankStatement, messageHeader, progress))
      const bankEntry = bankEntryOf(ntry, transactions)
      transactions = []
      addBankEntry(progress.sums, bankEntry)
      progress.entry_count += 1
      events.push({ kind: 'bank_entry', bankEntry })
    },
    endBankStatement(bankStatement) {
      events.push(...headerOnce(bankStatement, messageHeader, progress), endEvent(bankStatement, progress))
      budget.keep('bank_statement')
      budget.keep('currency', progress.sums.size)
      progress = startProgress()
      bank_statement_count += 1
    },
    takeEvents: () => events.splice(0),
    requireBankStatement() {
      if (bank_statement_count === 0) throw statementMissing()
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
function headerOnce(bankStatement: Element, messageHeader: MessageHeader | null, progress: Progress): Camt053Event[] {
  if (progress.hasHeader) return []
  progress.hasHeader = true
  return [{ kind: 'bank_statement', header: bankStatementHeaderOf(bankStatement, messageHeader?.page ?? null) }]
}

function endEvent(bankStatement: Element, { entry_count, sums }: Progress): Camt053Event {
  const balances = balancesOf(bankStatement)
  const arithmetic = checkArithmetic(balances, sums)
  return { kind: 'bank_statement_end', end: { balances, entry_count, sums_by_currency: sums, arithmetic } }
}

function statementMissing(): Refusal {
  return new Refusal('statement_missing', 'The message contains no statement (Stmt).')
}
