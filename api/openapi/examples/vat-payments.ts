import { chf, END_CUSTOMER_OF_PAYMENTS, type Example, ours } from './example.ts'
import { expense, expenseDocument } from './expense.ts'

/** Another end customer, who reports by received consideration. */
const theirs = { end_customer_id: END_CUSTOMER_OF_PAYMENTS } as const

const TAX_PAID = `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08">
  <BkToCstmrStmt>
    <GrpHdr><MsgId>STMT-2026-05</MsgId><CreDtTm>2026-05-31T20:15:00+02:00</CreDtTm></GrpHdr>
    <Stmt>
      <Id>STMT-2026-05</Id>
      <Acct><Id><IBAN>CH5604835012345678009</IBAN></Id><Ccy>CHF</Ccy></Acct>
      <Bal><Tp><CdOrPrtry><Cd>OPBD</Cd></CdOrPrtry></Tp><Amt Ccy="CHF">1000.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-05-01</Dt></Dt></Bal>
      <Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="CHF">821.80</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-05-31</Dt></Dt></Bal>
      <Ntry>
        <Amt Ccy="CHF">178.20</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>
        <BookgDt><Dt>2026-05-28</Dt></BookgDt><ValDt><Dt>2026-05-28</Dt></ValDt>
        <NtryDtls><TxDtls>
          <RltdPties><Cdtr><Pty><Nm>Eidgenössische Steuerverwaltung ESTV</Nm></Pty></Cdtr></RltdPties>
          <RmtInf><Ustrd>MWST 2026-Q1</Ustrd></RmtInf>
        </TxDtls></NtryDtls>
      </Ntry>
    </Stmt>
  </BkToCstmrStmt>
</Document>
`

const ACCOUNTS = [
  { account_code: '1100', account_name: 'Forderungen aus Lieferungen', account_type: 'asset' },
  { account_code: '2200', account_name: 'Geschuldete MWST', account_type: 'liability' },
  { account_code: '3400', account_name: 'Dienstleistungserlöse', account_type: 'revenue' },
]

/** The tax of the filed return leaves the bank and is booked, and tax of another end customer waits for its payment. */
export const VAT_PAYMENTS: readonly Example[] = [
  {
    name: 'statement-with-paid-tax',
    operation_id: 'importBankStatement',
    summary: 'May at the bank: the tax of the first quarter is paid',
    request: () => ({ query: ours, body: TAX_PAID }),
  },
  {
    name: 'candidates-of-filings',
    operation_id: 'listSettlementCandidates',
    summary: 'The filing that the debit is for: period, amount and name agree',
    request: () => ({ query: { ...ours, target_type: 'vat_filing' } }),
  },
  {
    name: 'voucher-with-paid-tax',
    operation_id: 'recordJournalVoucher',
    summary:
      'The debit of the bank pays the return that was filed, and the account with the tax administration is even',
    request: (of) => ({
      body: {
        ...expenseDocument('MWST-2026-Q1', { payload: {} }),
        business_date: '2026-05-28',
        source_system: 'fiduciary',
        fact_type: 'journal_voucher',
        payload: {
          text: 'MWST 2026-Q1',
          lines: [
            { account_code: '2201', debit: chf(17_820) },
            { account_code: '1020', credit: chf(17_820) },
          ],
          bank_entries: [{ entry_id: of('candidates-of-filings', '/data/0/entry_id') }],
        },
      },
    }),
  },
  {
    name: 'chart-of-received',
    operation_id: 'putAccounts',
    summary: 'Accounts of another end customer',
    request: () => ({ body: { ...theirs, valid_from: '2026-01-01', accounts: ACCOUNTS } }),
  },
  {
    name: 'received-consideration',
    operation_id: 'putVatRegistration',
    summary: 'Tax is due with payments from the first day on',
    request: () => ({
      body: {
        ...theirs,
        valid_from: '2026-01-01',
        method: 'effective',
        consideration: 'received',
        filing_period: 'quarter',
        reason: 'Bewilligung der ESTV',
      },
    }),
  },
  {
    name: 'invoice-of-received',
    operation_id: 'recordCustomerInvoice',
    summary: 'Its tax is not due yet',
    request: () => ({
      body: {
        ...expense,
        ...theirs,
        fact_type: 'customer_invoice',
        external_reference: 'RE-1',
        idempotency_key: 'RE-1',
        payload: {
          currency: 'CHF',
          document_date: '2026-01-12',
          document_number: 'RE-1',
          gross_amount: chf(108_100),
          customer: { name: 'Gasthof Löwen AG', customer_external_reference: 'K-1' },
          tax_lines: [{ tax_code: 'V81', net_amount: chf(100_000), tax_amount: chf(8_100) }],
        },
      },
    }),
  },
  {
    name: 'tax-not-due-of-received',
    operation_id: 'listTaxNotDue',
    summary: 'Tax of an invoice that nobody has paid by the end of the quarter',
    request: () => ({ query: { ...theirs, date: '2026-03-31' } }),
  },
]
