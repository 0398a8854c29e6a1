import { type Db, row, sql, type Tx } from '../db/database.ts'
import type { PaymentOrderRow } from './payment-orders.ts'

export type StatusReportRow = {
  readonly status_report_id: string
  readonly report_id: string | null
  /** Of the order (GrpSts); null where the bank says it of batches or payments only. */
  readonly status: string | null
  readonly rejected_count: number
  readonly file_sha256: string
  readonly created_at: string
}

type OrderKey = Pick<PaymentOrderRow, 'end_customer_id' | 'payment_order_id'>
type NewStatusReport = Omit<StatusReportRow, 'created_at'> &
  OrderKey & { readonly file: Buffer; readonly actor_id: string; readonly request_id: string }

export async function insertStatusReport(tx: Tx, report: NewStatusReport): Promise<void> {
  await tx.query(sql.type(row())`
    insert into payment_status_reports (
      end_customer_id, payment_order_id, status_report_id, report_id, status, rejected_count, file, file_sha256,
      actor_id, request_id
    ) values (
      ${report.end_customer_id}, ${report.payment_order_id}, ${report.status_report_id}, ${report.report_id},
      ${report.status}, ${report.rejected_count}, ${sql.binary(report.file)}, ${report.file_sha256},
      ${report.actor_id}, ${report.request_id}
    )
  `)
}

const LATEST = 20

/** The latest ones of an order, oldest first. */
export function findStatusReports(
  db: Db,
  { end_customer_id, payment_order_id }: OrderKey,
): Promise<readonly StatusReportRow[]> {
  return db.any(sql.type(row<StatusReportRow>())`
    select status_report_id, report_id, status, rejected_count, file_sha256, created_at
    from (
      select status_report_id, report_id, status, rejected_count, file_sha256, created_at from payment_status_reports
      where end_customer_id = ${end_customer_id} and payment_order_id = ${payment_order_id}
      order by status_report_id desc
      limit ${LATEST}
    ) latest
    order by status_report_id
  `)
}
