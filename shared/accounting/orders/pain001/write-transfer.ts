import { optional, type XmlElement } from '../../../canonical/write-xml.ts'
import { decimal } from '../../amounts/decimal.ts'
import { isQrReference } from '../../documents/payment-references.ts'
import { partyInTown } from '../../qr-bills/party-of-address.ts'
import type { QrParty } from '../../qr-bills/qr-bill.ts'
import { swissText } from '../../qr-bills/swiss-letters.ts'
import { defectsOfPayment } from '../defects-of-payment.ts'
import { type PaymentToOrder, withoutBlanks } from '../payment-to-order.ts'
import { routeOfPayment } from '../route-of-payment.ts'

/** One payment without a defect, as the file has it. */
export function writeTransfer(payment: PaymentToOrder): XmlElement {
  const [defect] = defectsOfPayment(payment)
  if (defect) throw new Error(`a payment with a defect was to be written: ${defect.message}`)
  const { amount_minor, currency, creditor_name, creditor_address, end_to_end_id } = payment
  const iban = withoutBlanks(payment.creditor_iban) ?? ''
  const route = routeOfPayment(currency, iban)
  const is_sepa = route === 'sepa'
  const creditor = partyInTown(creditor_name, creditor_address)
  if (creditor === null) throw new Error('a creditor without an address was to be written')
  return [
    'CdtTrfTxInf',
    [
      [
        'PmtId',
        [
          ['InstrId', end_to_end_id],
          ['EndToEndId', end_to_end_id],
        ],
      ],
      ...optional(is_sepa, ['PmtTpInf', [['SvcLvl', [['Cd', 'SEPA']]]]]),
      ['Amt', [['InstdAmt', decimal(amount_minor, currency), { Ccy: currency }]]],
      ...optional(route !== 'domestic', ['ChrgBr', is_sepa ? 'SLEV' : 'SHAR']),
      ...optional(route === 'agent', ['CdtrAgt', [['FinInstnId', [['BICFI', payment.creditor_bic ?? '']]]]]),
      [
        'Cdtr',
        [
          ['Nm', swissText(creditor.name, 70)],
          ['PstlAdr', addressOf(creditor)],
        ],
      ],
      ['CdtrAcct', [['Id', [['IBAN', iban]]]]],
      ...remittanceOf(payment),
    ],
  ]
}

function addressOf({ street_or_line, number_or_line, post_code, town_name, country }: QrParty): XmlElement[] {
  const members = { StrtNm: street_or_line, BldgNb: number_or_line, PstCd: post_code, TwnNm: town_name, Ctry: country }
  return Object.entries(members).flatMap(([name, value]): XmlElement[] => (value ? [[name, swissText(value, 70)]] : []))
}

/** The reference of the creditor, or else the number of its document in words. */
function remittanceOf({ payment_reference, document_number }: PaymentToOrder): XmlElement[] {
  const reference = withoutBlanks(payment_reference)
  if (reference === null) {
    const unstructured = swissText(document_number ?? '', 140)
    return optional(unstructured !== '', ['RmtInf', [['Ustrd', unstructured]]])
  }
  const code: XmlElement = isQrReference(reference) ? ['Prtry', 'QRR'] : ['Cd', 'SCOR']
  const information: XmlElement = [
    'CdtrRefInf',
    [
      ['Tp', [['CdOrPrtry', [code]]]],
      ['Ref', reference],
    ],
  ]
  return [['RmtInf', [['Strd', [information]]]]]
}
