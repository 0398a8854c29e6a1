import { type Element, find, findAll, textOf } from '../element.ts'

/** What a bank says of an order: of the whole, of batches, of single payments. */
export type StatusReport = {
  readonly report_id: string | null
  /** MsgId of the order. */
  readonly message_id: string | null
  readonly status: string | null
  readonly reason: string | null
  readonly batches: readonly BatchStatus[]
}

type BatchStatus = {
  readonly payment_information_id: string | null
  readonly status: string | null
  readonly reason: string | null
  readonly payments: readonly PaymentStatus[]
}

type PaymentStatus = {
  readonly end_to_end_id: string | null
  readonly status: string | null
  readonly reason: string | null
}

const MOST_OF_REASON = 500

/** @param report the element CstmrPmtStsRpt @source ISO 20022, CustomerPaymentStatusReport */
export function statusReportOf(report: Element): StatusReport {
  const group = find(report, 'OrgnlGrpInfAndSts')
  return {
    report_id: textOf(report, 'GrpHdr', 'MsgId'),
    message_id: textOf(group, 'OrgnlMsgId'),
    status: textOf(group, 'GrpSts'),
    reason: reasonOf(group),
    batches: findAll(report, 'OrgnlPmtInfAndSts').map((batch) => ({
      payment_information_id: textOf(batch, 'OrgnlPmtInfId'),
      status: textOf(batch, 'PmtInfSts'),
      reason: reasonOf(batch),
      payments: findAll(batch, 'TxInfAndSts').map((payment) => ({
        end_to_end_id: textOf(payment, 'OrgnlEndToEndId') ?? textOf(payment, 'OrgnlInstrId'),
        status: textOf(payment, 'TxSts'),
        reason: reasonOf(payment),
      })),
    })),
  }
}

/** The codes of a reason, and what the bank adds in words. */
function reasonOf(element: Element | undefined): string | null {
  const parts = findAll(element, 'StsRsnInf').flatMap((information) => [
    textOf(information, 'Rsn', 'Cd') ?? textOf(information, 'Rsn', 'Prtry') ?? '',
    ...findAll(information, 'AddtlInf').map(({ text }) => text.trim()),
  ])
  return (
    parts
      .filter((part) => part !== '')
      .join(' ')
      .slice(0, MOST_OF_REASON) || null
  )
}
