/** What a bank tells of one payment. */
export type Told = {
  readonly amount?: string
  readonly name?: string
  readonly iban?: string
  readonly reference?: string
  readonly text?: string
  /** Of the document that is paid (`RfrdDocInf`). */
  readonly number?: string
  /** In euros (`InstdAmt`). */
  readonly instructed?: string
  readonly id?: string
  readonly returned?: string
}

/** One transaction of a debit or credit, with who is on the other side. */
export function told(direction: 'DBIT' | 'CRDT', one: Told): string {
  const party = direction === 'DBIT' ? 'Cdtr' : 'Dbtr'
  const tag = (name: string, content: string | undefined) => (content ? `<${name}>${content}</${name}>` : '')
  const account = tag(`${party}Acct`, tag('Id', tag('IBAN', one.iban)))
  const named = one.name ? `<${party}><Pty><Nm>${one.name}</Nm></Pty></${party}>` : ''
  const instructed = one.instructed && `<AmtDtls><InstdAmt><Amt Ccy="EUR">${one.instructed}</Amt></InstdAmt></AmtDtls>`
  const amount = one.amount && `<Amt Ccy="CHF">${one.amount}</Amt><CdtDbtInd>${direction}</CdtDbtInd>`
  const structured = tag('RfrdDocInf', tag('Nb', one.number)) + tag('CdtrRefInf', tag('Ref', one.reference))
  const remittance = tag('RmtInf', tag('Ustrd', one.text) + tag('Strd', structured))
  return `<TxDtls><Refs><EndToEndId>${one.id ?? 'NOTPROVIDED'}</EndToEndId></Refs>${amount ?? ''}${instructed ?? ''}
    ${tag('RltdPties', named + account)}${remittance}${tag('RtrInf', tag('Rsn', tag('Cd', one.returned)))}</TxDtls>`
}
