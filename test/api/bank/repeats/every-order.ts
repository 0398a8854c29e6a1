import { type DatedStatement, fileOf } from '../reconciliation/dated-statements.ts'
import { messageOf } from '../statement-of.ts'

/** Everything in every order. */
export function everyOrder<Value>(values: readonly Value[]): Value[][] {
  if (values.length === 0) return [[]]
  return values.flatMap((first, at) => everyOrder(values.toSpliced(at, 1)).map((others) => [first, ...others]))
}

/** One file that has all of the bank statements. */
export function togetherIn(statements: readonly DatedStatement[]): string {
  return messageOf(...statements.map((statement) => /<Stmt>.*<\/Stmt>/s.exec(fileOf(statement))?.[0] ?? ''))
}

export function idsOf(statements: readonly DatedStatement[]): string {
  return statements.map(({ id }) => id).join(', ')
}
