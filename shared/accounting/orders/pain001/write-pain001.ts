import { aroundElements, aroundXml, writeElement, type XmlElement } from '../../../canonical/write-xml.ts'
import { decimal } from '../../amounts/decimal.ts'
import { swissText } from '../../qr-bills/swiss-letters.ts'
import { batchesOf, type PaymentBatch } from '../payment-batches.ts'
import type { OrderHead, PaymentToOrder } from '../payment-to-order.ts'
import { writeTransfer } from './write-transfer.ts'

const NAMESPACES = { '': 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.09' }

/**
 * The file of an order for a bank in Switzerland: pain.001.001.09 with one batch for each currency, in the order of the
 * payments. The same order has the same bytes. It comes in pieces, because hundreds of payments take a while.
 *
 * @source ISO 20022 pain.001.001.09, Swiss Implementation Guidelines for credit transfers
 */
export function writePain001(head: OrderHead, payments: readonly PaymentToOrder[]): Generator<string> {
  if (payments.length === 0) throw new Error('an order without payments has no file')
  if (new Set(payments.map(({ end_to_end_id }) => end_to_end_id)).size < payments.length)
    throw new Error('two payments of an order have one EndToEndId')
  return aroundXml(['Document', 'CstmrCdtTrfInitn'], NAMESPACES, function* (depth) {
    yield writeElement(groupHeaderOf(head, payments), depth)
    for (const batch of batchesOf(head.message_id, payments)) {
      yield* aroundElements(['PmtInf'], depth, function* (inside) {
        for (const element of batchHeaderOf(head, batch)) yield writeElement(element, inside)
        for (const payment of batch.payments) yield writeElement(writeTransfer(payment), inside)
      })
    }
  })
}

function groupHeaderOf(head: OrderHead, payments: readonly PaymentToOrder[]): XmlElement {
  const { message_id, created_at, debtor_name } = head
  return [
    'GrpHdr',
    [
      ['MsgId', message_id],
      ['CreDtTm', created_at],
      ...countAndSum(payments),
      ['InitgPty', [['Nm', swissText(debtor_name, 70)]]],
    ],
  ]
}

function batchHeaderOf(
  { debtor_iban, debtor_name, execution_date }: OrderHead,
  { payment_information_id, payments }: PaymentBatch<PaymentToOrder>,
): XmlElement[] {
  const institution = String(Number(debtor_iban.slice(4, 9)))
  const member: XmlElement = [
    'ClrSysMmbId',
    [
      ['ClrSysId', [['Cd', 'CHBCC']]],
      ['MmbId', institution],
    ],
  ]
  return [
    ['PmtInfId', payment_information_id],
    ['PmtMtd', 'TRF'],
    ['BtchBookg', 'true'],
    ...countAndSum(payments),
    ['ReqdExctnDt', [['Dt', execution_date]]],
    ['Dbtr', [['Nm', swissText(debtor_name, 70)]]],
    ['DbtrAcct', [['Id', [['IBAN', debtor_iban]]]]],
    ['DbtrAgt', [['FinInstnId', [member]]]],
  ]
}

/** The sum adds all amounts whatever their currency, as the standard has it; CHF and EUR both have two decimals. */
function countAndSum(payments: readonly PaymentToOrder[]): XmlElement[] {
  const sum = payments.reduce((total, { amount_minor }) => total + amount_minor, 0n)
  return [
    ['NbOfTxs', String(payments.length)],
    ['CtrlSum', decimal(sum, 'CHF')],
  ]
}
