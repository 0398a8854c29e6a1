import { all, type Books, bill, HOLZ, KUNDIN, QRR, type Row } from './row.ts'

const RE = 'RE-2026-77'
const IBAN_OF_HOLZ = 'CH5604835012345678009'
const holz = { name: HOLZ, iban: IBAN_OF_HOLZ }

/** A bill that a debit of the bank has paid, in francs. */
const paid =
  (amount: number, more: object = {}) =>
  async ({ owed, imported, settle }: Books) => {
    const { id } = await owed(amount, { supplier: { name: HOLZ }, document_number: RE, tax_lines: [], ...more })
    const [debit] = await imported({ amount: inFrancs(amount), date: '2026-03-25', text: 'E-Banking' })
    await settle(id, amount, { settlement_date: '2026-03-25', evidence_sha256: debit?.canonical_entry_hash })
  }
/** An invoice that a customer has paid. */
const received =
  (amount: number, more: object = {}) =>
  async ({ invoiced, imported, list, allocate }: Books) => {
    const { id } = await invoiced(amount, { ...KUNDIN, document_number: 'R-2026-101', ...more })
    await imported({ amount: inFrancs(amount), direction: 'CRDT', date: '2026-03-25', text: 'E-Banking' })
    await allocate((await list('payments')).at(-1)?.id ?? '', [[id, amount]])
  }

function inFrancs(amount: number): string {
  return (amount / 100).toFixed(2)
}

/** Nothing is proposed, and something of the partner may be meant all the same. */
const held = (
  direction: Row['direction'],
  name: string,
  open: Row['open'],
  amount: string,
  line: Row['line'],
  reason: string,
): Row => ({ direction, name, open, amount, line, proposed: [], held: reason })

const OPEN: readonly Row[] = (
  [
    ['a part', '500.00'],
    ['less 2 % without terms', '1059.38'],
    ['with charges', '1086.00'],
    ['overpaid', '1281.00'],
    ['rounded', '1081.05'],
  ] as const
).map(([name, amount]) =>
  held('DBIT', `a bill of 1'081.00 is open: ${name}`, bill(108_100), amount, holz, 'open_item_of_partner'),
)

const SETTLED: readonly Row[] = [
  held('CRDT', 'money back less charges', paid(108_100), '1076.00', holz, 'settled_with_partner'),
  held(
    'CRDT',
    'the same with the number of the bill',
    paid(108_100),
    '1076.00',
    { ...holz, text: RE },
    'known_document',
  ),
  held('CRDT', 'a part of it back', paid(108_100), '540.50', { ...holz, text: 'Teil zurueck' }, 'settled_with_partner'),
  held(
    'CRDT',
    'two bills of one supplier back in one credit',
    all(paid(108_100), paid(54_050, { document_number: 'H-2' })),
    '1621.50',
    holz,
    'settled_with_partner',
  ),
  held(
    'CRDT',
    'money back at the rate of another day',
    ({ owed, imported, settle }) =>
      (async () => {
        const euros = { amount_minor: 50_000, currency: 'EUR' }
        const { id } = await owed(0, { supplier: { name: HOLZ }, tax_lines: [], currency: 'EUR', gross_amount: euros })
        const [debit] = await imported({ amount: '480.00', date: '2026-03-25', text: 'E-Banking' })
        const evidence_sha256 = debit?.canonical_entry_hash
        await settle(id, 0, { settlement_date: '2026-03-25', evidence_sha256, amount: euros })
      })(),
    '470.00',
    { ...holz, text: 'Rueckzahlung' },
    'settled_with_partner',
  ),
  held(
    'CRDT',
    'one payment of a collective credit, for a paid bill',
    paid(17_800),
    '278.50',
    [
      { amount: '100.00', name: 'Andere AG' },
      { amount: '178.50', ...holz, text: 'retour' },
    ],
    'settled_with_partner',
  ),
  held('CRDT', 'a customer pays twice', received(54_050), '540.50', { name: 'Kundin GmbH' }, 'settled_with_partner'),
  held('DBIT', 'a bill is paid twice', paid(54_050), '540.50', holz, 'settled_with_partner'),
  held(
    'DBIT',
    'the payment of a customer is taken back as a plain debit',
    received(54_050),
    '540.50',
    { name: 'Kundin GmbH', text: 'Rueckbelastung' },
    'settled_with_partner',
  ),
]

const NAMED: readonly Row[] = [
  held(
    'CRDT',
    'the number of a paid bill in a payment of a collective credit',
    paid(17_800),
    '278.00',
    [
      { amount: '100.00', name: 'Andere AG' },
      { amount: '178.00', ...holz, text: `${RE} retour` },
    ],
    'known_document',
  ),
  held(
    'DBIT',
    'the payment of a customer is taken back with the number of its invoice',
    received(54_050),
    '540.50',
    { name: 'Kundin GmbH', text: 'Rueckbelastung R-2026-101' },
    'known_document',
  ),
  held(
    'CRDT',
    'a part back with the reference of the paid bill, of somebody else',
    paid(108_100, { payment_reference: QRR }),
    '500.00',
    { name: 'Bank', reference: QRR },
    'known_document',
  ),
  held(
    'CRDT',
    'its reference in the text',
    paid(108_100, { payment_reference: QRR }),
    '500.00',
    { text: `Gutschrift ${QRR}` },
    'known_document',
  ),
  held('CRDT', 'its number in the text', paid(108_100), '500.00', { name: 'Bank', text: RE }, 'known_document'),
  held(
    'CRDT',
    'the reference of an invoice that is paid',
    received(54_050, { payment_reference: QRR }),
    '500.00',
    { name: 'Frau Huber', reference: QRR },
    'known_document',
  ),
]

export const BY_PARTNERS: readonly Row[] = [
  ...OPEN,
  held(
    'DBIT',
    'a part of the credit of a customer is paid back',
    ({ invoiced }) => invoiced(-1_900, KUNDIN),
    '10.00',
    { name: 'Kundin GmbH', text: 'Rueckzahlung Guthaben' },
    'open_item_of_partner',
  ),
  held(
    'CRDT',
    'a part of an invoice',
    ({ invoiced }) => invoiced(50_000, KUNDIN),
    '480.00',
    { name: 'Kundin GmbH' },
    'open_item_of_partner',
  ),
  ...SETTLED,
  ...NAMED,
]
