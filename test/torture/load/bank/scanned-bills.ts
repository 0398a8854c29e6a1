import { creditorReference } from '../../../../shared/accounting/documents/payment-references.ts'
import type { Random } from '../../../../shared/cli/demo/company/random.ts'
import { qrCode } from '../../../support/requests/qr-codes.ts'
import { pick, SUPPLIER_IBANS } from '../bodies.ts'
import type { Asking } from '../request.ts'

/** What somebody may hold before a scanner, or write into its text. */
const HOSTILE: Readonly<Record<string, (text: string, random: Random) => string>> = {
  cut: (text, random) => text.slice(0, random.between(1, text.length - 1)),
  'said twice': (text) => `${text}\r\n${text}`,
  'without lines': (text) => text.replaceAll('\r\n', ' '),
  'another version': (text) => text.replace('0200', '9900'),
  controls: (text) => text.replaceAll('Muster', 'Mus\u0007ter\u202e'),
  nothing: (text) => text.replaceAll('Muster', '\u0000'),
  markup: (text) => text.replace('Seldwyla', '<!ENTITY x "y">&x;'),
  formula: (text) => text.replace('Max Muster & Söhne', '=cmd|calc!A1'),
  figures: (text) => text.replace(/\d+\.\d\d/, '1e9'),
  digits: (text) => text.replace(/\d+\.\d\d/, '999999999999999999.99'),
  long: (text) => text + 'ü'.repeat(2_000 - text.length),
  longer: (text) => text + '\u{1f600}'.repeat(2_000),
  rates: (text) => `${text}/32/${'8.1:10;'.repeat(90)}8.1:10`,
}

/** A code that no reader takes, or takes with all that is wrong in it named. */
function hostileCode(random: Random): string {
  const spoil = pick(random, Object.values(HOSTILE))
  return spoil(qrCode(), random)
}

/**
 * What a sender makes of a bill that was scanned: the payload that its code says, completed. Somebody holds a spoilt code
 * before the scanner first.
 *
 * @returns null where the line was cut, or a spoilt code could not be read
 */
export async function scannedPayload(random: Random, { name, scan }: Asking, document_date: string) {
  const is_spoilt = random.isOneIn(3)
  const day = document_date.slice(2).replaceAll('-', '')
  const text = qrCode({
    iban: pick(random, SUPPLIER_IBANS),
    amount: `${random.between(1, 900)}.${random.between(10, 99)}`,
    reference_type: 'SCOR',
    reference: creditorReference(
      name
        .replaceAll(/[^0-9a-z]/gi, '')
        .toUpperCase()
        .slice(-21),
    ),
    billing: `//S1/10/${name}/11/${day}/32/${document_date < '2024-01-01' ? '7.7' : '8.1'}/40/2:10;0:30`,
  })
  const read = await scan(is_spoilt ? hostileCode(random) : text)
  return read && { ...read.payload, document_date, receipt_required: true }
}
