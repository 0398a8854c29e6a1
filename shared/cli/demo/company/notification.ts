import { BANK_IBAN, type DemoBankEntry, decimalFrancs, ntryOf, transactionOf } from './bank-statement.ts'

const MONTH = '2026-02'

/** The camt.054 of February 2026: the payments of the batches that the bank statement has as one amount each. */
export function notificationOfFebruary(bankEntries: readonly DemoBankEntry[]): string {
  const told = bankEntries.map((bankEntry, index) =>
    bankEntry.batch ? ntryOf(MONTH, bankEntry, index, bankEntry.batch.payments.map(paymentOf).join('')) : '',
  )
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.054.001.08">
  <BkToCstmrDbtCdtNtfctn>
    <GrpHdr><MsgId>DEMO-NOTIFIED</MsgId><CreDtTm>${MONTH}-28T23:00:00</CreDtTm></GrpHdr>
    <Ntfctn>
      <Id>DEMO-NOTIFIED</Id>
      <Acct><Id><IBAN>${BANK_IBAN}</IBAN></Id><Ccy>CHF</Ccy></Acct>
${told.join('')}    </Ntfctn>
  </BkToCstmrDbtCdtNtfctn>
</Document>
`
}

function paymentOf(payment: DemoBankEntry): string {
  const { amount, direction } = payment
  return transactionOf(payment, `<Amt Ccy="CHF">${decimalFrancs(amount)}</Amt><CdtDbtInd>${direction}</CdtDbtInd>`)
}
