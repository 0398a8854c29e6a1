import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { bankEntry, camt053Message } from '../../camt053/messages.ts'
import { quietly } from '../../support/books.ts'
import { get, itemsOf, post, upload } from '../../support/client.ts'
import { chf } from '../../support/requests/examples.ts'
import { there } from '../../support/there.ts'
import type { booksToSettle } from '../settlement/books-to-settle.ts'

type Moved = {
  amount: string
  direction?: 'CRDT' | 'DBIT'
  date?: string
  /** How the bank names the payment. */
  named?: string
  reason?: string
  /** To which it goes. */
  creditor_iban?: string
  charges?: string
  charges_of_whole?: string
  currency?: string
  reversal?: boolean
  /** Its transactions. */
  parts?: readonly Pick<Moved, 'amount' | 'named' | 'charges'>[]
}

/** A bank entry of one transaction, or of several; with a reason it comes back. */
export function movedAtBank({ currency = 'CHF', parts, ...moved }: Moved): string {
  const { amount, direction = 'DBIT', date = '2026-04-02', reversal = false } = moved
  const details = (parts ?? [moved])
    .map((part) =>
      transactionOf({
        currency,
        direction,
        reason: moved.reason ?? '',
        creditor_iban: moved.creditor_iban ?? '',
        ...part,
      }),
    )
    .join('')
  const entry = bankEntry({ amount, direction, date, currency, details, ...(reversal && { reversal: 'true' }) })
  const { charges_of_whole: charges } = moved
  return charges ? entry.replace('<NtryDtls>', `${chargesOf(charges, currency)}<NtryDtls>`) : entry
}

const chargesOf = (amount: string, currency: string) =>
  `<Chrgs><TtlChrgsAndTaxAmt Ccy="${currency}">${amount}</TtlChrgsAndTaxAmt></Chrgs>`

function transactionOf(moved: Moved): string {
  const { named = '', reason = '', charges = '', creditor_iban: iban = '', currency, direction, amount } = moved
  const returned = reason && `<RtrInf><Rsn><Cd>${reason}</Cd></Rsn></RtrInf>`
  const kept = charges && chargesOf(charges, currency ?? 'CHF')
  const account = iban && `<RltdPties><CdtrAcct><Id><IBAN>${iban}</IBAN></Id></CdtrAcct></RltdPties>`
  return `<TxDtls><Refs>${named}</Refs><Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>${direction}</CdtDbtInd>${kept}${account}${returned}</TxDtls>`
}

export const e2e = (id: string) => `<EndToEndId>${id}</EndToEndId>`

function balanceOf(type: string, minor: number, day: string): string {
  return `<Bal><Tp><CdOrPrtry><Cd>${type}</Cd></CdOrPrtry></Tp><Amt Ccy="CHF">${(minor / 100).toFixed(2)}</Amt>
    <CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>${day}</Dt></Dt></Bal>`
}

type Books = Pick<ReturnType<typeof booksToSettle>, 'customer' | 'list' | 'settle'>

/** Requests about money that comes back. */
export function returnsOf(books: Books) {
  return { ...bankOf(books), ...acceptanceOf(books) }
}

function bankOf({ customer, list, settle }: Books) {
  let balance = 0
  beforeEach(() => {
    balance = 5_000_00
  })
  /** One bank statement for each, with its balances. */
  const moved = async (entry: Moved) => {
    const before = balance
    balance += Math.round(Number(entry.amount) * 100) * (entry.direction === 'CRDT' ? 1 : -1)
    const { date = '2026-04-02' } = entry
    const balances = balanceOf('OPBD', before, date) + balanceOf('CLBD', balance, date)
    const bankEntries = movedAtBank(entry)
    const header = `<Id>${randomUUID()}</Id>`
    const { body } = await upload(customer(), camt053Message({ header, balances, bankEntries }), { wait: 20 })
    expect(body.state).to.equal('imported')
    await quietly(customer())
    return there((await list('camt-053/entries')).at(-1))
  }
  /** Pays a payable by a debit that has a name. */
  const paidOut = async (payable: string, amount: number, debit: Moved, more: object = {}) => {
    const { canonical_entry_hash, id } = await moved(debit)
    const { body } = await settle(payable, amount, {
      settlement_date: debit.date ?? '2026-04-02',
      evidence_sha256: canonical_entry_hash,
      ...more,
    })
    expect(body.state, JSON.stringify(body)).to.equal('posted')
    await quietly(customer())
    return { ...body, entry_id: id }
  }
  return { moved, paidOut }
}

function acceptanceOf({ customer }: Books) {
  const proposed = () => itemsOf('settlement-candidates', customer(), '&target_type=return')
  const accept = (candidate_id: string, more: object = {}) =>
    post(
      '/v1/bank-returns',
      { end_customer_id: customer(), candidate_id, reason: 'Konto saldiert', ...more },
      { wait: 10 },
    )
  /** Accepts the one proposal there is. */
  const acceptOnly = async (more: object = {}) => {
    const candidates = await proposed()
    expect(candidates).to.have.length(1)
    const { status, body } = await accept(there(candidates[0]).id, more)
    expect([status, body.state], JSON.stringify(body)).to.deep.equal([202, 'booked'])
    await quietly(customer())
    return body
  }
  const takeBack = async (return_id: string, more: object = {}) => {
    const answer = await post(
      `/v1/bank-returns/${return_id}/reverse` as '/v1/bank-returns/{return_id}/reverse',
      { end_customer_id: customer(), reason: 'Irrtum', ...more },
      { wait: 10 },
    )
    await quietly(customer())
    return answer
  }
  const bookingState = async (entry_id: string) => (await get(`/v1/camt-053/entries/${entry_id}`)).body.booking_state
  /** What the reconciliation of a day has between the bank and the ledger. */
  const differences = async (date: string) => {
    const path = `/v1/statements/bank-reconciliation?end_customer_id=${customer()}&bank_account=1020&date=${date}`
    const { body } = await get(path as '/v1/statements/bank-reconciliation')
    expect(body.unexplained?.amount_minor, JSON.stringify(body)).to.equal(0)
    return body.differences.flatMap(({ kind, amount }) => (kind === 'opening' ? [] : [[kind, amount.amount_minor]]))
  }
  /** The entry of a voucher that books a return. */
  const entryOf = async (source_fact_id: string | null) =>
    (await get(`/v1/source-facts/${there(source_fact_id)}`)).body.journal_entry_id?.id ?? null
  return { proposed, accept, acceptOnly, takeBack, bookingState, differences, entryOf }
}

export const charges = (amount: number) => ({ charges: chf(amount) })
