import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { bankEntry, camt053Message, camt054Message, transaction } from '../../../camt053/messages.ts'
import { findings } from '../../../support/books.ts'
import { itemsOf, notify, upload } from '../../../support/client.ts'

export type Detail = { amount: string; name: string; reference?: string; ref?: string; text?: string }
export type Booked = {
  amount: string
  ref?: string
  date?: string
  direction?: string
  currency?: string
  reversal?: string
  details?: readonly Detail[]
  batch?: string
  text?: string
}

export const QRR = '210000000003139471430009017'
/** A collective credit of two payments. */
export const BATCH: Booked = {
  amount: '108.10',
  ref: 'BANK-1',
  details: [
    { amount: '100.00', name: 'A', reference: QRR },
    { amount: '8.10', name: 'B' },
  ],
}
export const DETAILED = [`10000 A open ${QRR}`, '810 B open']

function detailOf({ amount, name, reference, ref = '', text }: Detail): string {
  const written = transaction({
    amount,
    name,
    ...(reference ? { reference } : {}),
    ...(text ? { unstructured: text } : {}),
  })
  return ref ? written.replace('<Refs>', `<Refs><AcctSvcrRef>${ref}</AcctSvcrRef>`) : written
}

/** A booking as the bank writes it in either message, with its details or without. */
export function bookingOf({ ref = '', details = [], batch = '', ...booked }: Booked): string {
  const inside = (batch && `<Btch>${batch}</Btch>`) + details.map(detailOf).join('')
  const written = bankEntry({ ...booked, details: inside })
  return ref ? written.replace('</ValDt>', `</ValDt><AcctSvcrRef>${ref}</AcctSvcrRef>`) : written
}

let files = 0

export const statementFile = (...bookings: readonly Booked[]) =>
  camt053Message({ header: `<Id>S-${++files}</Id>`, bankEntries: bookings.map(bookingOf).join('') })
export const notificationFile = (version: string, ...bookings: readonly Booked[]) =>
  camt054Message({ version, header: `<Id>N-${++files}</Id>`, bankEntries: bookings.map(bookingOf).join('') })

export const without = ({ details: _, ...booked }: Booked): Booked => booked

/** An end customer with what the bank sends for it. */
export function notifiedCustomer(customer: string = randomUUID()) {
  return {
    customer,
    booked: async (...bookings: readonly Booked[]) => {
      const { body } = await upload(customer, statementFile(...bookings), { wait: 20 })
      expect(body.state).to.equal('imported')
      return body
    },
    notified: async (...bookings: readonly Booked[]) => {
      const { body } = await notify(customer, notificationFile('08', ...bookings), { wait: 20 })
      expect(body.state).to.equal('imported')
      return body
    },
    payments: async () =>
      (await itemsOf('payments', customer)).map(({ amount, debtor_name, state, payment_references }) =>
        [amount.amount_minor, debtor_name, state, ...payment_references].join(' '),
      ),
    notifications: async () =>
      (await itemsOf('camt-054/entries', customer)).map(({ state, reason }) =>
        [state, reason].filter(Boolean).join(' '),
      ),
    verified: async () => expect(await findings(customer)).to.deep.equal([]),
  }
}
