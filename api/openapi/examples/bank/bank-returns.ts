import { chf, type Example, ours } from '../example.ts'

const entryOf = (date: string, direction: 'DBIT' | 'CRDT', returned: string) => `<Ntry>
        <Amt Ccy="CHF">216.20</Amt><CdtDbtInd>${direction}</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>
        <BookgDt><Dt>${date}</Dt></BookgDt><ValDt><Dt>${date}</Dt></ValDt>
        <NtryDtls><TxDtls><Refs><EndToEndId>ZAHLUNG-0090</EndToEndId></Refs><Amt Ccy="CHF">216.20</Amt>
          <CdtDbtInd>${direction}</CdtDbtInd>${returned}</TxDtls></NtryDtls>
      </Ntry>`

const STATEMENT = `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08">
  <BkToCstmrStmt>
    <GrpHdr><MsgId>STMT-2026-06-R</MsgId><CreDtTm>2026-06-05T20:15:00+02:00</CreDtTm></GrpHdr>
    <Stmt>
      <Id>STMT-2026-06-R</Id>
      <CreDtTm>2026-06-05T20:15:00+02:00</CreDtTm>
      <Acct><Id><IBAN>CH9300762011623852957</IBAN></Id><Ccy>CHF</Ccy></Acct>
      ${entryOf('2026-06-02', 'DBIT', '')}
      ${entryOf('2026-06-05', 'CRDT', '<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>')}
    </Stmt>
  </BkToCstmrStmt>
</Document>
`

/** A payment that comes back: the account of the supplier is closed. */
export const BANK_RETURNS: readonly Example[] = [
  {
    name: 'statement-with-return',
    operation_id: 'importBankStatement',
    summary: 'A payment to a supplier, and three days later the same money with the reason of its return',
    request: () => ({ query: ours, body: STATEMENT }),
  },
  {
    name: 'entries-of-return',
    operation_id: 'listBankEntries',
    summary: 'Both bank entries; the credit is no payment of a customer',
    request: (of) => ({ query: { ...ours, import_id: of('statement-with-return', '/id') } }),
  },
  {
    name: 'settlement-that-comes-back',
    operation_id: 'settleSupplierPayable',
    summary: 'The debit has paid the invoice',
    request: (of) => ({
      path: { supplier_payable_id: of('ordered-payable', '/id') },
      body: {
        ...ours,
        settlement_date: '2026-06-02',
        amount: chf(21_620),
        evidence_sha256: of('entries-of-return', '/data/0/canonical_entry_hash'),
        reviewer_justification: 'Belastung geprüft.',
      },
    }),
  },
  {
    name: 'return-candidates',
    operation_id: 'listSettlementCandidates',
    summary: 'The credit brings the money of that settlement back',
    request: () => ({ query: { ...ours, target_type: 'return' } }),
  },
  {
    name: 'bank-return',
    operation_id: 'acceptBankReturn',
    summary: 'A reviewer accepts it: the settlement is reversed on that day',
    request: (of) => ({
      body: {
        ...ours,
        candidate_id: of('return-candidates', '/data/0/id'),
        reason: 'Konto des Lieferanten saldiert.',
      },
    }),
  },
  {
    name: 'bank-return-read',
    operation_id: 'getBankReturn',
    summary: 'What came back, and what it has undone',
    request: (of) => ({ path: { return_id: of('bank-return', '/id') } }),
  },
  {
    name: 'bank-returns',
    operation_id: 'listBankReturns',
    summary: 'Everything that came back',
    request: () => ({ query: ours }),
  },
  {
    name: 'bank-return-reversed',
    operation_id: 'reverseBankReturn',
    summary: 'It was the money of another payment: both bank entries are to be booked anew',
    request: (of) => ({
      path: { return_id: of('bank-return', '/id') },
      body: { ...ours, reason: 'Gehört zu einer anderen Zahlung.' },
    }),
  },
]
