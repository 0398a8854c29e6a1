import type { QrBill, QrParty, UnreadableElement } from './qr-bill.ts'

/**
 * The elements of the code in their order, one on each line.
 *
 * @source Swiss Implementation Guidelines QR-bill 2.3, chapter 4: data structure
 */
const ELEMENTS = [
  'QRType', 'Version', 'Coding', 'IBAN',
  'creditor AdrTp', 'creditor Name', 'creditor StrtNmOrAdrLine1', 'creditor BldgNbOrAdrLine2', 'creditor PstCd',
  'creditor TwnNm', 'creditor Ctry',
  'ultimate creditor AdrTp', 'ultimate creditor Name', 'ultimate creditor StrtNmOrAdrLine1',
  'ultimate creditor BldgNbOrAdrLine2', 'ultimate creditor PstCd', 'ultimate creditor TwnNm', 'ultimate creditor Ctry',
  'Amt', 'Ccy',
  'debtor AdrTp', 'debtor Name', 'debtor StrtNmOrAdrLine1', 'debtor BldgNbOrAdrLine2', 'debtor PstCd', 'debtor TwnNm',
  'debtor Ctry',
  'Tp', 'Ref', 'Ustrd', 'Trailer', 'StrdBkgInf', 'AltPmt', 'AltPmt',
] as const // biome-ignore format: by groups of the guidelines

const CREDITOR = 4
const DEBTOR = 20
const TRAILER = 30

/** What each of these lines has to be, so that the others mean what their place says. */
const FORMS: readonly (readonly [line: number, form: RegExp, message: string])[] = [
  [0, /^SPC$/, 'The code of a QR-bill begins with SPC.'],
  [1, /^02\d\d$/, 'Only version 02 of the code is known.'],
  [2, /^1$/, 'The coding is 1 (UTF-8).'],
  [4, /^[SK]$/, 'The type of an address is S or K.'],
  [5, /\S/, 'The creditor has a name.'],
  [10, /^[A-Z]{2}$/, 'A country has two letters.'],
  [18, /^(\d{1,9}\.\d{2})?$/, 'The amount has two decimals, as 1949.75, or is empty.'],
  [19, /^(CHF|EUR)$/, 'The currency is CHF or EUR.'],
  [20, /^[SK]?$/, 'The type of an address is S or K.'],
  [26, /^([A-Z]{2})?$/, 'A country has two letters.'],
  [27, /^(QRR|SCOR|NON)$/, 'The type of the reference is QRR, SCOR or NON.'],
  [TRAILER, /^EPD$/, 'The trailer is EPD; the text may have been cut.'],
]

/**
 * Reads the text of a scanned Swiss QR code.
 *
 * @returns the bill, or each element that is not what it has to be
 */
export function readQrCode(text: string): QrBill | readonly UnreadableElement[] {
  const lines = text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\n|\r/)
    .map((line) => line.trim())
  while (lines.length > ELEMENTS.length && lines.at(-1) === '') lines.pop()
  const wrong = FORMS.flatMap(([line, form, message]) =>
    form.test(lines[line] ?? '') ? [] : [{ line: line + 1, name: ELEMENTS[line] ?? '', message }],
  )
  if (wrong.length > 0) return wrong
  if (lines.length > ELEMENTS.length) {
    const message = `The code has ${lines.length} lines; a QR-bill has ${ELEMENTS.length} at most.`
    return [{ line: ELEMENTS.length + 1, name: '', message }]
  }
  return billOf(lines)
}

function billOf(lines: readonly string[]): QrBill {
  const at = (line: number) => lines[line] || null
  const written = at(18)
  const creditor = partyAt(lines, CREDITOR)
  if (creditor === null) throw new Error('a code without a creditor was taken for readable')
  return {
    iban: (lines[3] ?? '').replaceAll(' ', '').toUpperCase(),
    creditor,
    amount_minor: written === null ? null : BigInt(written.replace('.', '')),
    currency: lines[19] as QrBill['currency'],
    debtor: partyAt(lines, DEBTOR),
    reference_type: lines[27] as QrBill['reference_type'],
    reference: at(28)?.replaceAll(' ', '').toUpperCase() ?? null,
    message: at(29),
    billing_information: at(TRAILER + 1),
  }
}

function partyAt(lines: readonly string[], first: number): QrParty | null {
  const [type, name, street, number, post_code, town, country] = lines.slice(first, first + 7)
  if (!type || !name) return null
  return {
    name,
    address_type: type as QrParty['address_type'],
    street_or_line: street || null,
    number_or_line: number || null,
    post_code: post_code || null,
    town_name: town || null,
    country: country ?? '',
  }
}
