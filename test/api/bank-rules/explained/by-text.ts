import type { Told } from './lines-of-bank.ts'
import { bill, HOLZ, type Row } from './row.ts'

const IBAN = 'CH5604835012345678009'
const IN_BLOCKS = 'CH56 0483 5012 3456 7800 9'
const owed = bill(108_100, { supplier: { name: HOLZ, iban: IN_BLOCKS } })

/** Of a debit of 1'081.00. */
const debit = (name: string, ofBank: string, line: Told | readonly Told[], reasons: string): Row => {
  const proposed = [`supplier_payable CHF 108100 ${reasons}`]
  return { name, direction: 'DBIT', open: owed, amount: '1081.00', line, ofBank, proposed }
}

/** The bank names the other side in a text alone, or by an account that nobody was paid at before. */
export const BY_TEXT: readonly Row[] = [
  debit('the name in the text of the bank', 'E-BANKING HOLZ GMBH, SCHREINEREI, 8000 ZUERICH', [], '60 amount,name'),
  debit('the name in the text of the payer', '', { text: 'Schreinerei Holz, Fenster' }, '60 amount,name'),
  debit('the account of its document in the text of the bank', `E-BANKING AUFTRAG ${IN_BLOCKS}`, [], '62 amount,iban'),
  debit('the same without blanks, and the name', `AN ${IBAN} SCHREINEREI HOLZ`, [], '64 amount,name,iban'),
  debit('the account of its document', '', { iban: IBAN }, '62 amount,iban'),
  debit('the account of its document, and another name', '', { name: 'Inkasso AG', iban: IBAN }, '62 amount,iban'),
  {
    name: 'the name in the text of the bank',
    direction: 'CRDT',
    open: ({ invoiced }) => invoiced(54_050, { customer: { name: 'Alpha Treuhand AG' } }),
    amount: '540.50',
    line: [],
    ofBank: 'VERGUETUNG ALPHA TREUHAND AG BERN',
    proposed: ['document CHF 54050 60 amount,name'],
  },
]
