import { chf, type Example, ours } from '../example.ts'

const CHARGES = {
  conditions: { credit_debit_indicator: 'DBIT', text: 'Kontoführung', amount_to: chf(5_000) },
  action: { text: 'Kontoführung', lines: [{ account_code: '6940' }] },
} as const

const CHARGES_STATEMENT = `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08">
  <BkToCstmrStmt>
    <GrpHdr><MsgId>STMT-2026-03-C</MsgId><CreDtTm>2026-03-31T20:15:00+02:00</CreDtTm></GrpHdr>
    <Stmt>
      <Id>STMT-2026-03-C</Id>
      <CreDtTm>2026-03-31T20:15:00+02:00</CreDtTm>
      <Acct><Id><IBAN>CH9300762011623852957</IBAN></Id><Ccy>CHF</Ccy></Acct>
      <Ntry>
        <Amt Ccy="CHF">12.50</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>
        <BookgDt><Dt>2026-03-31</Dt></BookgDt><ValDt><Dt>2026-03-31</Dt></ValDt>
        <BkTxCd><Domn><Cd>ACMT</Cd><Fmly><Cd>MDOP</Cd><SubFmlyCd>CHRG</SubFmlyCd></Fmly></Domn></BkTxCd>
        <AddtlNtryInf>Kontoführung 1. Quartal</AddtlNtryInf>
      </Ntry>
    </Stmt>
  </BkToCstmrStmt>
</Document>
`

/** Rules for bank entries. */
export const BANK_RULES: readonly Example[] = [
  {
    name: 'bank-rule',
    operation_id: 'createBankRule',
    summary: 'Charges of the bank, as a proposal that somebody accepts',
    request: () => ({ body: { ...ours, name: 'Bankspesen', mode: 'candidate', ...CHARGES } }),
  },
  {
    name: 'bank-rule-of-unknown-account',
    operation_id: 'createBankRule',
    summary: 'What a voucher would be refused for is refused with the rule',
    status: 422,
    request: () => ({
      body: {
        ...ours,
        name: 'Miete',
        mode: 'candidate',
        conditions: { credit_debit_indicator: 'DBIT', counterparty_iban: 'CH5604835012345678009' },
        action: { text: 'Miete', lines: [{ account_code: '6000' }] },
      },
    }),
  },
  {
    name: 'bank-rule-on',
    operation_id: 'switchBankRule',
    summary: 'From now on it proposes',
    request: (of) => ({
      path: { rule_id: of('bank-rule', '/id') },
      body: { ...ours, state: 'on', reason: 'Geprüft an den Buchungen des letzten Jahres.' },
    }),
  },
  {
    name: 'statement-with-charges',
    operation_id: 'importBankStatement',
    summary: 'Charges of the bank at the end of March',
    request: () => ({ query: ours, body: CHARGES_STATEMENT }),
  },
  {
    name: 'bank-rule-trial',
    operation_id: 'tryBankRule',
    summary: 'The bank entries of March to which the rule applies, and the voucher that it would send',
    request: (of) => ({
      path: { rule_id: of('bank-rule', '/id') },
      query: { ...ours, booking_date_from: '2026-03-01', booking_date_to: '2026-03-31' },
    }),
  },
  {
    name: 'bank-rule-candidates',
    operation_id: 'listSettlementCandidates',
    summary: 'The proposal of the rule',
    request: () => ({ query: { ...ours, target_type: 'rule' } }),
  },
  {
    name: 'bank-rule-accepted',
    operation_id: 'acceptRuleCandidate',
    summary: 'A reviewer accepts it: one voucher books the bank entry',
    request: (of) => ({
      path: { candidate_id: of('bank-rule-candidates', '/data/0/id') },
      body: ours,
    }),
  },
  {
    name: 'bank-rule-bookings',
    operation_id: 'listBankRuleBookings',
    summary: 'What the rule has booked',
    request: (of) => ({ path: { rule_id: of('bank-rule', '/id') }, query: ours }),
  },
  {
    name: 'bank-rule-off',
    operation_id: 'switchBankRule',
    summary: 'The account was wrong',
    request: (of) => ({
      path: { rule_id: of('bank-rule', '/id') },
      body: { ...ours, state: 'off', reason: 'Falsches Konto.' },
    }),
  },
  {
    name: 'bank-rule-reversed',
    operation_id: 'reverseBankRule',
    summary: 'Everything that it has booked is taken back',
    request: (of) => ({
      path: { rule_id: of('bank-rule', '/id') },
      body: { ...ours, reason: 'Falsches Konto.' },
    }),
  },
  {
    name: 'bank-rule-changed',
    operation_id: 'changeBankRule',
    summary: 'Its second version is to book by itself',
    request: (of) => ({
      path: { rule_id: of('bank-rule', '/id') },
      body: { ...ours, version: 1, name: 'Bankspesen', mode: 'automatic', ...CHARGES },
    }),
  },
  {
    name: 'bank-rules',
    operation_id: 'listBankRules',
    summary: 'The rules that are off',
    request: () => ({ query: { ...ours, state: 'off' } }),
  },
  {
    name: 'bank-rule-with-versions',
    operation_id: 'getBankRule',
    summary: 'One rule with its versions',
    request: (of) => ({ path: { rule_id: of('bank-rule', '/id') } }),
  },
]
