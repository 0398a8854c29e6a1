import { isQrIban } from '../../shared/accounting/bank/iban.ts'
import { readBillingInformation } from '../../shared/accounting/qr-bills/billing-information.ts'
import { defectsOfBill } from '../../shared/accounting/qr-bills/defects-of-bill.ts'
import { draftOfBill, qrAddressOf } from '../../shared/accounting/qr-bills/draft-of-bill.ts'
import { withoutLongElements } from '../../shared/accounting/qr-bills/lengths-of-elements.ts'
import type { QrBill, QrParty } from '../../shared/accounting/qr-bills/qr-bill.ts'
import { readQrCode } from '../../shared/accounting/qr-bills/read-qr-code.ts'
import { taxLinesOfBill } from '../../shared/accounting/qr-bills/tax-lines-of-bill.ts'
import { validationFailed } from '../../shared/contract/platform/errors.ts'
import type { QrCodeRequest } from '../../shared/contract/qr-bills/qr-bills.ts'
import { todayInSwitzerland } from '../../shared/process/clock.ts'
import type { ApiDeps } from '../http/api-deps.ts'
import type { ComputeRequest } from '../http/endpoint.ts'
import { presentMoney } from '../http/present-money.ts'

/** The payload of an expense document from the text of a scanned QR code. Nothing is stored. */
export async function readQrBill(_: ApiDeps, { body, end_customer_id }: ComputeRequest<QrCodeRequest>) {
  const bill = readQrCode(body.text)
  if ('length' in bill)
    throw validationFailed(
      bill.map(({ line, name, message }) => ({
        pointer: '/text',
        code: 'qr_code_unreadable',
        message: `Line ${line}${name && ` (${name})`}: ${message}`,
      })),
    )
  const { billing_information, creditor, debtor, iban } = bill
  const fitting = withoutLongElements(bill)
  const said = fitting.billing_information === null ? null : readBillingInformation(fitting.billing_information)
  const tax_lines = taxLinesOfBill(bill, said, todayInSwitzerland())
  return {
    object: 'qr_bill' as const,
    end_customer_id,
    iban,
    is_qr_iban: isQrIban(iban),
    creditor: presentParty(creditor),
    debtor: debtor && presentParty(debtor),
    amount: amountOf(bill),
    reference_type: bill.reference_type,
    reference: bill.reference,
    message: bill.message,
    billing_information,
    payload: draftOfBill(fitting, said, tax_lines),
    defects: defectsOfBill({ bill, said, tax_lines }),
  }
}

export function presentParty(party: QrParty) {
  return { name: party.name, structured_address: qrAddressOf(party) }
}

function amountOf({ amount_minor, currency }: QrBill) {
  return amount_minor === null ? null : presentMoney(amount_minor, currency)
}
