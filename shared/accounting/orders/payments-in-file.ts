import { decimal } from '../amounts/decimal.ts'

type WrittenPayment = {
  readonly end_to_end_id: string
  readonly payment_information_id: string
  readonly amount_minor: bigint
  readonly currency: string
  readonly creditor_iban: string
}

/** What a file of ours orders, payment by payment: read again from its text, not from what it was made of. */
export function paymentsInFile(file: string): string[] {
  return file
    .split('<PmtInf>')
    .slice(1)
    .flatMap((batch) => {
      const [header = '', ...payments] = batch.split('<CdtTrfTxInf>')
      const payment_information_id = textIn(header, 'PmtInfId')
      return payments.map((payment) => {
        const [, currency = '', amount = ''] = /<InstdAmt Ccy="([A-Z]{3})">([\d.]+)</.exec(payment) ?? []
        const iban = textIn(payment.slice(payment.indexOf('<CdtrAcct>')), 'IBAN')
        return `${payment_information_id} ${textIn(payment, 'EndToEndId')} ${currency} ${amount} ${iban}`
      })
    })
}

/** The same of a payment that is kept. */
export function paymentInFile(payment: WrittenPayment): string {
  const { payment_information_id, end_to_end_id, currency, amount_minor, creditor_iban } = payment
  return `${payment_information_id} ${end_to_end_id} ${currency} ${decimal(amount_minor, currency)} ${creditor_iban}`
}

/** Number and sum that the file says of all. */
export function sumsInFile(file: string): string {
  const header = file.slice(0, file.indexOf('<PmtInf>'))
  return `${textIn(header, 'NbOfTxs')} ${textIn(header, 'CtrlSum')}`
}

function textIn(text: string, name: string): string {
  return new RegExp(`<${name}>([^<]*)<`).exec(text)?.[1] ?? ''
}
