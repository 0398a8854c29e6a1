import type { Money } from '../../../shared/contract/primitives.ts'
import { minorOf } from '../../print/amounts.ts'
import type { Row } from '../../print/table.ts'

export function heading(label: string): Row {
  return { level: 0, kind: 'subtotal', cells: ['', label, null, null, null, null] }
}

export function totalRow(label: string, figure: string, amount: Money): Row {
  return { level: 0, kind: 'total', cells: [null, label, figure, minorOf(amount), 'total', null] }
}

export function line(
  kind: 'line' | 'account',
  [account, label, figure, amount, name, category]: [
    string | null,
    string,
    string | null,
    Money,
    string | null,
    string | null,
  ],
): Row {
  const level = kind === 'account' ? 0 : 1
  return { level, kind, cells: [account, label, figure, minorOf(amount), name, category] }
}
