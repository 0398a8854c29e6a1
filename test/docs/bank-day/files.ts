import { balance, bankEntry, camt053Message, camt054Message, transaction } from '../../camt053/messages.ts'

export const ACCOUNT = 'CH5604835012345678009'
const BANK_ACCOUNT = `<Id><IBAN>${ACCOUNT}</IBAN></Id><Ccy>CHF</Ccy>`
const COLLECTIVE = 'SAMMEL-1'

type Balances = readonly [opening: string, closing: string]

export function statementOf(day: string, id: string, [opening, closing]: Balances, bankEntries: string): string {
  return camt053Message({
    header: `<Id>${id}</Id>`,
    bankAccount: BANK_ACCOUNT,
    balances: (balance('OPBD', opening) + balance('CLBD', closing)).replaceAll('2026-03-31', day),
    bankEntries,
  })
}

/** The bank entries of the day, in the order of the page. */
export function entriesOf(date: string, payment_information_id: string, end_to_end_id: string): string {
  const batch = `<Btch><PmtInfId>${payment_information_id}</PmtInfId></Btch>`
  const back = `<TxDtls><Refs><EndToEndId>${end_to_end_id}</EndToEndId></Refs><RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf></TxDtls>`
  const alpha = transaction({ name: 'Alpha AG', unstructured: 'Rechnung R-101' })
  return [
    bankEntry({ date, amount: '1383.68', direction: 'DBIT', details: batch }),
    named(COLLECTIVE, bankEntry({ date, amount: '756.70' })),
    bankEntry({ date, amount: '1059.38', details: alpha }),
    bankEntry({ date, amount: '500.00', details: transaction({ name: 'Unbekannt', unstructured: 'Danke' }) }),
    bankEntry({ date, amount: '12.00', direction: 'DBIT', text: 'Kontoführung' }),
    bankEntry({ date, amount: '997.00', text: 'Kartenterminal' }),
    bankEntry({ date, amount: '324.30', details: back }),
  ].join('')
}

/** The details of the collective credit. */
export function notificationOf(date: string): string {
  const details =
    transaction({ amount: '540.50', name: 'Beta GmbH', unstructured: 'R-102' }) +
    transaction({ amount: '216.20', name: 'Gamma AG', unstructured: 'R-103' })
  return camt054Message({
    bankAccount: BANK_ACCOUNT,
    bankEntries: named(COLLECTIVE, bankEntry({ date, amount: '756.70', details })),
  })
}

function named(reference: string, entry: string): string {
  return entry.replace('</ValDt>', `</ValDt><AcctSvcrRef>${reference}</AcctSvcrRef>`)
}
