import { hash } from 'node:crypto'
import { decimal } from '../accounting/amounts/decimal.ts'
import { paymentInFile, paymentsInFile, sumsInFile } from '../accounting/orders/payments-in-file.ts'
import { rejectedPayments } from '../accounting/orders/rejected-payments.ts'
import { createStatusReportReader } from '../camt053/status-report/status-report-reader.ts'
import type { Db } from '../store/db/database.ts'
import {
  type LineToVerify,
  type OrderToVerify,
  readOrderLines,
  readOrderReports,
  readOrders,
} from '../store/verify/payment-orders.ts'
import type { Report } from './verify-chain.ts'

/**
 * Verifies every payment order: its file against its hash and against its payments, those against their payables, and what became of
 * them against the reports of the bank, which are read again. No payable is in two orders.
 */
export async function verifyOrders(db: Db, end_customer_id: string, report: Report): Promise<void> {
  const ordered = new Map<string, string>()
  for await (const order of readOrders(db, end_customer_id)) {
    const lines = await readOrderLines(db, end_customer_id, order.payment_order_id)
    verifyFile(order, lines, report)
    for (const line of lines) verifyPayment(line, ordered, report)
    await verifyReports(db, end_customer_id, order, lines, report)
  }
}

function verifyFile({ message_id, file, file_sha256 }: OrderToVerify, lines: readonly LineToVerify[], report: Report) {
  const found = hash('sha256', file, 'hex')
  if (found !== file_sha256) report('a file is as it was made', `order ${message_id}`, file_sha256, found)
  const sum = lines.reduce((total, { amount_minor }) => total + amount_minor, 0n)
  const expected = [`${lines.length} ${decimal(sum, 'CHF')}`, ...lines.map(paymentInFile).sort()]
  const written = [sumsInFile(file), ...paymentsInFile(file).sort()]
  for (let index = 0; index < Math.max(expected.length, written.length); index += 1)
    if (expected[index] !== written[index])
      report('the file of an order has its payments', `order ${message_id}`, expected[index], written[index])
}

function verifyPayment(line: LineToVerify, ordered: Map<string, string>, report: Report): void {
  const { end_to_end_id, supplier_payable_id, state } = line
  const most = line.payable_minor < line.open_before_minor ? line.payable_minor : line.open_before_minor
  if (line.amount_minor + line.discount_minor > most)
    report('an order pays no more than is owed', end_to_end_id, most, line.amount_minor + line.discount_minor)
  if (state !== 'ordered') return
  const other = ordered.get(supplier_payable_id)
  if (other) report('a payable is in one order', end_to_end_id, 'no other one', other)
  ordered.set(supplier_payable_id, end_to_end_id)
  if (line.payable_state === 'reversed')
    report('what is ordered is owed', end_to_end_id, 'a payable that stands', 'one that is reversed')
}

async function verifyReports(
  db: Db,
  end_customer_id: string,
  { payment_order_id, message_id }: OrderToVerify,
  lines: readonly LineToVerify[],
  report: Report,
): Promise<void> {
  const rejected = new Set<string>()
  for (const { file, file_sha256, rejected_count } of await readOrderReports(db, end_customer_id, payment_order_id)) {
    const found = hash('sha256', file, 'hex')
    if (found !== file_sha256) report('a status report is as it came', `order ${message_id}`, file_sha256, found)
    const reader = createStatusReportReader()
    reader.write(file)
    const rejectedByReport = rejectedPayments(reader.end(), lines)
    if (rejectedByReport.length !== rejected_count)
      report('a status report is counted', `order ${message_id}`, rejectedByReport.length, rejected_count)
    for (const { end_to_end_id } of rejectedByReport) rejected.add(end_to_end_id)
  }
  for (const { end_to_end_id, state } of lines) {
    const isRejected = rejected.has(end_to_end_id)
    if (isRejected ? state === 'ordered' : state === 'rejected')
      report('what the bank rejects is rejected', end_to_end_id, isRejected ? 'rejected' : 'not rejected', state)
  }
}
