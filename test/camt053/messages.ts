/** Messages that tests write, in the shape in which banks write them. */

type Options = {
  version?: string
  namespace?: string
  prefix?: string
  bankAccount?: string
  balances?: string
  bankEntries?: string
  header?: string
  declaration?: string
}

export const IBAN = 'CH9300762011623852957'

export function camt053Message({
  version = '08',
  namespace = `urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}`,
  bankAccount = `<Id><IBAN>${IBAN}</IBAN></Id><Ccy>CHF</Ccy>`,
  balances = '',
  bankEntries = bankEntry(),
  header = '<Id>S-1</Id>',
  declaration = '<?xml version="1.0" encoding="UTF-8"?>',
}: Options = {}): string {
  return `${declaration}
<Document xmlns="${namespace}">
  <BkToCstmrStmt>
    <GrpHdr><MsgId>M-1</MsgId><CreDtTm>2026-03-31T20:00:00</CreDtTm></GrpHdr>
    <Stmt>${header}<Acct>${bankAccount}</Acct>${balances}${bankEntries}</Stmt>
  </BkToCstmrStmt>
</Document>`
}

/** A notification of the same bank entries; it has no balances. */
export function camt054Message({
  version = '08',
  namespace = `urn:iso:std:iso:20022:tech:xsd:camt.054.001.${version}`,
  header = '<Id>N-1</Id><NtfctnPgntn><PgNb>2</PgNb><LastPgInd>true</LastPgInd></NtfctnPgntn>',
  ...rest
}: Omit<Options, 'balances'> = {}): string {
  return asNotification(camt053Message({ namespace, header, ...rest }))
}

/** A bank statement as the notification of its bank entries. */
export function asNotification(statement: string): string {
  return statement
    .replaceAll('BkToCstmrStmt', 'BkToCstmrDbtCdtNtfctn')
    .replaceAll(/<(\/?)Stmt>/g, '<$1Ntfctn>')
    .replaceAll('camt.053.001', 'camt.054.001')
    .replaceAll(/<Bal>.*?<\/Bal>/gs, '')
}

export function balance(type: string, amount: string, direction = 'CRDT', currency = 'CHF', subType = ''): string {
  const sub = subType && `<SubTp><Cd>${subType}</Cd></SubTp>`
  return `<Bal><Tp><CdOrPrtry><Cd>${type}</Cd></CdOrPrtry>${sub}</Tp><Amt Ccy="${currency}">${amount}</Amt>
    <CdtDbtInd>${direction}</CdtDbtInd><Dt><Dt>2026-03-31</Dt></Dt></Bal>`
}

type EntryOptions = {
  amount?: string
  currency?: string
  direction?: string
  status?: string
  reversal?: string
  date?: string
  details?: string
  text?: string
  ref?: string
}

export function bankEntry({
  amount = '108.10',
  currency = 'CHF',
  direction = 'CRDT',
  status = '<Sts><Cd>BOOK</Cd></Sts>',
  reversal = '',
  date = '2026-03-31',
  details = '',
  text = '',
  ref = '',
}: EntryOptions = {}): string {
  return `<Ntry>${ref && `<NtryRef>${ref}</NtryRef>`}<Amt Ccy="${currency}">${amount}</Amt>
    <CdtDbtInd>${direction}</CdtDbtInd>${reversal && `<RvslInd>${reversal}</RvslInd>`}${status}
    <BookgDt><Dt>${date}</Dt></BookgDt><ValDt><Dt>${date}</Dt></ValDt>
    ${details && `<NtryDtls>${details}</NtryDtls>`}${text && `<AddtlNtryInf>${text}</AddtlNtryInf>`}</Ntry>`
}

type TransactionOptions = { amount?: string; name?: string; reference?: string; unstructured?: string; iban?: string }

/** A payment that came in, in the shape of version .08. */
export function transaction({ amount, name = 'Kundin GmbH', reference, unstructured, iban }: TransactionOptions = {}) {
  const type = reference?.startsWith('RF') ? '<Cd>SCOR</Cd>' : '<Prtry>QRR</Prtry>'
  const structured = reference
    ? `<Strd><CdtrRefInf><Tp><CdOrPrtry>${type}</CdOrPrtry></Tp><Ref>${reference}</Ref></CdtrRefInf></Strd>`
    : ''
  const account = iban ? `<DbtrAcct><Id><IBAN>${iban}</IBAN></Id></DbtrAcct>` : ''
  return `<TxDtls><Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs>
    ${amount ? `<Amt Ccy="CHF">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd>` : ''}
    <RltdPties><Dbtr><Pty><Nm>${name}</Nm></Pty></Dbtr>${account}</RltdPties>
    <RmtInf>${unstructured ? `<Ustrd>${unstructured}</Ustrd>` : ''}${structured}</RmtInf></TxDtls>`
}
