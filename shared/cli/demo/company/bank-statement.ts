import type { AnswerTo, ItemOf } from '../../../client/index.ts'

export const BANK_IBAN = 'CH9300762011623852957'

export type DemoBankEntry = {
  readonly amount: number
  readonly direction: 'CRDT' | 'DBIT'
  readonly name: string
  readonly reference?: string
  readonly text?: string
  /** Of a payment that we have ordered. */
  readonly end_to_end_id?: string
  /** Of money that comes back: why. */
  readonly return_reason?: string
  /** Booked as one amount under a reference of the bank; a notification has these payments. */
  readonly batch?: { readonly reference: string; readonly payments: readonly DemoBankEntry[] }
}

export type Receivable = ItemOf<'listDocuments'>

/**
 * The bank statement of January 2026: customers pay with the reference of the invoice, one pays too much, one a part,
 * and one writes the number into the text; suppliers are paid as the bank was ordered to.
 *
 * @param opening_minor balance at the end of 2025
 */
export function bankStatement(
  opening_minor: number,
  receivables: readonly Receivable[],
  payments: AnswerTo<'orderPayments'>['payments'],
) {
  const [over, part, texted, ...exact] = receivables as [Receivable, Receivable, Receivable, ...Receivable[]]
  const credit = (receivable: Receivable, amount: number): DemoBankEntry => ({
    amount,
    direction: 'CRDT',
    name: receivable.customer_name,
    ...(receivable.payment_reference && { reference: receivable.payment_reference }),
  })
  const open = ({ open_amount }: Receivable): number => open_amount.amount_minor
  const bankEntries: DemoBankEntry[] = [
    credit(over, open(over) + 5_000),
    credit(part, Math.floor(open(part) / 2)),
    { amount: open(texted), direction: 'CRDT', name: texted.customer_name, text: `Rechnung ${texted.document_number}` },
    ...exact.map((receivable) => credit(receivable, open(receivable))),
    ...payments.map(
      ({ amount, creditor, end_to_end_id }): DemoBankEntry => ({
        amount: amount.amount_minor,
        direction: 'DBIT',
        name: creditor.name,
        end_to_end_id,
      }),
    ),
  ]
  return statementOf(JANUARY, opening_minor, bankEntries)
}

/** The bank statement of February 2026. @returns its closing balance, too */
export function statementOfFebruary(opening_minor: number, bankEntries: readonly DemoBankEntry[]) {
  return statementOf(FEBRUARY, opening_minor, bankEntries)
}

function statementOf(month: Month, opening_minor: number, bankEntries: readonly DemoBankEntry[]) {
  const closing_minor = bankEntries.reduce(
    (balance, { amount, direction }) => balance + (direction === 'CRDT' ? amount : -amount),
    opening_minor,
  )
  return { xml: messageOf(month, opening_minor, closing_minor, bankEntries), closing_minor }
}

/** The bank statement on which the tax of a VAT return leaves the account. */
export function statementOfTax(period: string, amount: number): string {
  const name = 'Eidgenössische Steuerverwaltung ESTV'
  const paid: DemoBankEntry = { amount, direction: 'DBIT', name, text: `MWST ${period}` }
  return messageOf(FEBRUARY, OPENING_MINOR, OPENING_MINOR - amount, [paid])
}

type Month = { readonly month: string; readonly last_day: string }
const JANUARY: Month = { month: '2026-01', last_day: '31' }
const FEBRUARY: Month = { month: '2026-02', last_day: '28' }
const OPENING_MINOR = 2_000_000

function messageOf(
  { month, last_day }: Month,
  opening: number,
  closing: number,
  bankEntries: readonly DemoBankEntry[],
): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08">
  <BkToCstmrStmt>
    <GrpHdr><MsgId>DEMO-${month}</MsgId><CreDtTm>${month}-${last_day}T23:00:00</CreDtTm></GrpHdr>
    <Stmt>
      <Id>DEMO-${month}</Id>
      <Acct><Id><IBAN>${BANK_IBAN}</IBAN></Id><Ccy>CHF</Ccy></Acct>
${balanceOf('OPBD', opening, `${month}-01`)}${balanceOf('CLBD', closing, `${month}-${last_day}`)}${bankEntries.map((entry, index) => ntryOf(month, entry, index)).join('')}    </Stmt>
  </BkToCstmrStmt>
</Document>
`
}

function balanceOf(type: string, amount: number, day: string): string {
  const direction = amount < 0 ? 'DBIT' : 'CRDT'
  return `      <Bal><Tp><CdOrPrtry><Cd>${type}</Cd></CdOrPrtry></Tp><Amt Ccy="CHF">${decimalFrancs(Math.abs(amount))}</Amt><CdtDbtInd>${direction}</CdtDbtInd><Dt><Dt>${day}</Dt></Dt></Bal>
`
}

/** @param details those of a batch are told by a notification alone */
export function ntryOf(month: string, bankEntry: DemoBankEntry, index: number, details = detailsOf(bankEntry)): string {
  const { amount, direction, batch } = bankEntry
  const day = `${month}-${String((index % 28) + 1).padStart(2, '0')}`
  const reference = batch ? `<AcctSvcrRef>${batch.reference}</AcctSvcrRef>` : ''
  return `      <Ntry><Amt Ccy="CHF">${decimalFrancs(amount)}</Amt><CdtDbtInd>${direction}</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>${day}</Dt></BookgDt><ValDt><Dt>${day}</Dt></ValDt>${reference}
        ${details && `<NtryDtls>${details}</NtryDtls>`}</Ntry>
`
}

function detailsOf({ batch, ...bankEntry }: DemoBankEntry): string {
  return batch ? '' : transactionOf(bankEntry)
}

/** @param amount where the booking is the sum of several */
export function transactionOf(bankEntry: DemoBankEntry, amount = ''): string {
  const { direction, name, reference, text, end_to_end_id, return_reason } = bankEntry
  const party = direction === 'CRDT' ? 'Dbtr' : 'Cdtr'
  const structured = reference
    ? `<Strd><CdtrRefInf><Tp><CdOrPrtry><Cd>SCOR</Cd></CdOrPrtry></Tp><Ref>${reference}</Ref></CdtrRefInf></Strd>`
    : ''
  return `<TxDtls>${end_to_end_id ? `<Refs><EndToEndId>${end_to_end_id}</EndToEndId></Refs>` : ''}${amount}<RltdPties><${party}><Pty><Nm>${escaped(name)}</Nm></Pty></${party}></RltdPties><RmtInf>${text ? `<Ustrd>${escaped(text)}</Ustrd>` : ''}${structured}</RmtInf>${return_reason ? `<RtrInf><Rsn><Cd>${return_reason}</Cd></Rsn></RtrInf>` : ''}</TxDtls>`
}

export function decimalFrancs(amount_minor: number): string {
  return `${Math.floor(amount_minor / 100)}.${String(amount_minor % 100).padStart(2, '0')}`
}

function escaped(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;')
}
