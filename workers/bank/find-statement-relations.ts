import { type KnownBankStatement, knownBankStatementOf } from '../../shared/camt053/repeats/known-bank-statement.ts'
import { createStatementRelations, type StatementRelations } from '../../shared/camt053/repeats/statement-relations.ts'
import type { BankStatementFigures, ImportRow } from '../../shared/store/bank/camt053-imports.ts'
import { findBankStatementsSince } from '../../shared/store/bank/repeats/bank-statements.ts'
import type { Db } from '../../shared/store/db/database.ts'

/** The bank statements of an import, and those of its bank accounts that may have the same bank entries. */
export async function findStatementRelations(db: Db, received: ImportRow): Promise<StatementRelations> {
  const { end_customer_id, import_id, statements } = received
  const incoming = statements.map((figures, number) => knownBankStatementOf(`${import_id}:${number}`, figures))
  const known: KnownBankStatement[] = [...incoming]
  for (const [bank_account, numbers] of numbersByAccount(incoming)) {
    const first_day = earliest(numbers.map((number) => firstDayOf(statements[number])))
    for (const row of await findKnown(db, end_customer_id, bank_account, first_day))
      known.push(knownBankStatementOf(`${row.import_id}:${row.statement_number}`, row.figures))
  }
  return createStatementRelations(known)
}

/** Those that have days of the import, and those that have earlier days of these: what is before the import tells where it begins. */
async function findKnown(db: Db, end_customer_id: string, bank_account: string, first_day: string | null) {
  const rows = await findBankStatementsSince(db, end_customer_id, bank_account, first_day)
  const days = rows.flatMap(({ figures }) => firstDayOf(figures) ?? []).sort()
  const [day] = days
  if (first_day === null || day === undefined || day >= first_day) return rows
  return findBankStatementsSince(db, end_customer_id, bank_account, day)
}

function numbersByAccount(incoming: readonly KnownBankStatement[]): Map<string, number[]> {
  return Map.groupBy(incoming.keys(), (number) => incoming[number]?.bank_account ?? '')
}

/** The first day that a bank statement says in any way. */
function firstDayOf(figures: BankStatementFigures | undefined): string | null {
  const days = [figures?.first_day, figures?.from?.slice(0, 10), figures?.opening?.date, figures?.closing?.date]
  return days.reduce<string | null>((first, day) => (day && (first === null || day < first) ? day : first), null)
}

/** Null where one of them does not say it: then all of them count. */
function earliest(days: readonly (string | null)[]): string | null {
  return days.includes(null) ? null : (days as string[]).reduce((first, day) => (day < first ? day : first))
}
