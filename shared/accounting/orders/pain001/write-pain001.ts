import { writeXml, type XmlElement } from '../../../canonical/write-xml.ts'
import { decimal } from '../../amounts/decimal.ts'
import { defectsOfPayment } from '../defects-of-payment.ts'
import type { OrderHead, PaymentToOrder } from '../payment-to-order.ts'
import { swissText } from './swiss-text.ts'
import { writeTransfer } from './write-transfer.ts'

/**
 * The file of an order for a bank in Switzerland: pain.001.001.09 with one batch for each currency, in the order of the
 * payments. The same order has the same bytes.
 *
 * @source ISO 20022 pain.001.001.09, Swiss Implementation Guidelines for credit transfers
 */
export function writePain001(head: OrderHead, payments: readonly PaymentToOrder[]): string {
  requireSound(payments)
  const currencies = [...new Set(payments.map(({ currency }) => currency))]
  const batches = currencies.map((currency, index) =>
    batchOf(
      head,
      `${head.message_id}-B${index + 1}`,
      payments.filter((payment) => payment.currency === currency),
    ),
  )
  const { message_id, created_at, debtor_name } = head
  const root: XmlElement = [
    'Document',
    [
      [
        'CstmrCdtTrfInitn',
        [
          [
            'GrpHdr',
            [
              ['MsgId', message_id],
              ['CreDtTm', created_at],
              ...countAndSum(payments),
              ['InitgPty', [['Nm', swissText(debtor_name, 70)]]],
            ],
          ],
          ...batches,
        ],
      ],
    ],
  ]
  return writeXml(root, { '': 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.09' })
}

function batchOf(head: OrderHead, id: string, payments: readonly PaymentToOrder[]): XmlElement {
  const { debtor_iban, debtor_name, execution_date } = head
  const institution = String(Number(debtor_iban.slice(4, 9)))
  const member: XmlElement = [
    'ClrSysMmbId',
    [
      ['ClrSysId', [['Cd', 'CHBCC']]],
      ['MmbId', institution],
    ],
  ]
  return [
    'PmtInf',
    [
      ['PmtInfId', id],
      ['PmtMtd', 'TRF'],
      ['BtchBookg', 'true'],
      ...countAndSum(payments),
      ['ReqdExctnDt', [['Dt', execution_date]]],
      ['Dbtr', [['Nm', swissText(debtor_name, 70)]]],
      ['DbtrAcct', [['Id', [['IBAN', debtor_iban]]]]],
      ['DbtrAgt', [['FinInstnId', [member]]]],
      ...payments.map(writeTransfer),
    ],
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

function requireSound(payments: readonly PaymentToOrder[]): void {
  if (payments.length === 0) throw new Error('an order without payments has no file')
  if (new Set(payments.map(({ end_to_end_id }) => end_to_end_id)).size < payments.length)
    throw new Error('two payments of an order have one EndToEndId')
  const [defect] = payments.flatMap(defectsOfPayment)
  if (defect) throw new Error(`a payment with a defect was to be written: ${defect.message}`)
}
