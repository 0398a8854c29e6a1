import { balance, bankEntry, camt053Message } from '../../camt053/messages.ts'

type Booking = { amount: string; direction?: string; text?: string; ref?: string; uetr?: string; date?: string }
type Options = {
  opening?: string | null
  closing?: string | null
  id?: string
  sequence?: number | null
  from?: string
  to?: string
  page?: readonly [number: number, isLast: boolean]
  version?: string
  /** Instead of opening and closing. */
  balances?: string
}

/** One bank entry with the references of the bank. */
function bookingOf({ amount, direction = 'CRDT', text = '', ref = '', uetr = '', date = '2026-03-31' }: Booking) {
  const details = uetr && `<TxDtls><Refs><UETR>${uetr}</UETR></Refs></TxDtls>`
  const written = bankEntry({ amount, direction, text, date, details })
  return ref ? written.replace('</ValDt>', `</ValDt><AcctSvcrRef>${ref}</AcctSvcrRef>`) : written
}

/** One `Stmt`, without the message around it. */
export function stmtOf(bookings: readonly Booking[], options: Options = {}): string {
  const [, stmt = ''] = /(<Stmt>.*<\/Stmt>)/s.exec(statementOf(bookings, options)) ?? []
  return stmt
}

/** A message of one bank statement with its balances. */
export function statementOf(
  bookings: readonly Booking[],
  {
    opening = null,
    closing = null,
    id = 'S',
    sequence = null,
    from = '',
    to = '',
    page,
    version,
    balances,
  }: Options = {},
): string {
  const header = [
    `<Id>${id}</Id>`,
    page ? `<StmtPgntn><PgNb>${page[0]}</PgNb><LastPgInd>${page[1]}</LastPgInd></StmtPgntn>` : '',
    sequence === null ? '' : `<ElctrncSeqNb>${sequence}</ElctrncSeqNb>`,
    from ? `<FrToDt><FrDtTm>${from}</FrDtTm><ToDtTm>${to}</ToDtTm></FrToDt>` : '',
  ].join('')
  return camt053Message({
    ...(version ? { version } : {}),
    header,
    balances: balances ?? (opening ? balance('OPBD', opening) : '') + (closing ? balance('CLBD', closing) : ''),
    bankEntries: bookings.map(bookingOf).join(''),
  })
}

/** A message of several bank statements. */
export function messageOf(...stmts: readonly string[]): string {
  return camt053Message().replace(/<Stmt>.*<\/Stmt>/s, stmts.join(''))
}
