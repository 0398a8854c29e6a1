import { expect } from 'chai'
import { post } from '../../../support/client.ts'
import { chf, credit, debit, VOUCHERS, voucher } from '../../../support/requests/examples.ts'
import { there } from '../../../support/there.ts'
import type { Command } from './money-commands.ts'
import { type Payment, pick } from './money-vouchers.ts'

/** A voucher on the bank account: it names the bank entry of a payment, or a link ties it to that. */
export type BankVoucher = {
  id: string
  amount: number
  payment: Payment
  /** Whether it gives the payment credit. */
  gives: boolean
  /** What it uses of the bank entry, by the id of the link; null for one that names the bank entry itself. */
  use: { link: string | null; amount: number } | null
  is_reversed: boolean
}

type Books = {
  readonly customer: string
  readonly payments: readonly Payment[]
  readonly bankVouchers: BankVoucher[]
}

export async function runBankEntries(model: Books, command: Command): Promise<void> {
  if (command.kind === 'book_bank_entry') await bookBankEntry(model, command)
  if (command.kind === 'link') await linkVoucher(model, command)
  if (command.kind === 'reverse_link') await reverseLink(model, pick(model.bankVouchers, command.which))
  if (command.kind === 'reverse_bank_voucher') await reverseBankVoucher(model, pick(model.bankVouchers, command.which))
}

/** What of the bank entry of a payment is not booked yet. An allocation that books the payment takes the whole. */
function leftOf({ bankVouchers }: Books, payment: Payment): number {
  const its = bankVouchers.filter((one) => one.payment === payment && !one.is_reversed)
  const used = its.reduce((sum, { use }) => sum + (use?.amount ?? 0), 0)
  return payment.booked_by !== null && !isBookedByVouchers(its) ? 0 : payment.amount - used
}

function isBookedByVouchers(its: readonly BankVoucher[]): boolean {
  return its.some(({ gives }) => gives)
}

/** The first allocation books the whole payment, so nothing else may have booked a part; later ones take credit. */
export function mayBeAllocated(model: Books, payment: Payment): boolean {
  return payment.booked_by !== null || leftOf(model, payment) === payment.amount
}

async function bookBankEntry(model: Books, command: Extract<Command, { kind: 'book_bank_entry' }>) {
  const { which, amount } = command
  const payment = pick(model.payments, which)
  if (!payment) return
  // Once it is booked, a credit to it gives back, up to what its credit was opened with.
  const gives = command.gives && payment.booked_by === null
  const open_item = { payment_id: payment.id, purpose: 'transfer' }
  const lines = [debit('1020', amount), gives ? credit('2030', amount, { open_item }) : credit('6950', amount)]
  const bank_entries = [{ entry_id: payment.entry_id, amount: chf(amount) }]
  const request = voucher(model.customer, { payload: { lines, bank_entries } })
  const { body } = await post(VOUCHERS, request, { wait: 20 })
  const isAllowed = amount <= leftOf(model, payment)
  expect(body.state, JSON.stringify(body)).to.equal(isAllowed ? 'posted' : 'blocked')
  if (!isAllowed) {
    // It would be booked as soon as enough is left.
    const { status } = await post(`/v1/source-facts/${body.id}/withdraw`, {
      end_customer_id: model.customer,
      reason: 'x',
    })
    expect(status).to.be.within(200, 202)
    return
  }
  model.bankVouchers.push({ id: body.id, amount, payment, gives, use: { link: null, amount }, is_reversed: false })
  if (gives) giveCredit(payment, amount)
}

/** A payment that nothing has booked is open as a whole; a booked one as far as it has credit. */
function giveCredit(payment: Payment, amount: number): void {
  payment.open = payment.booked_by === null ? amount : payment.open + amount
  payment.credit += amount
  payment.booked_by ??= 'vouchers'
}

async function linkVoucher(model: Books, { which, amount, share }: Extract<Command, { kind: 'link' }>) {
  const payment = pick(model.payments, which)
  if (!payment) return
  const request = voucher(model.customer, { payload: { lines: [debit('1020', amount), credit('6950', amount)] } })
  const { body: fact } = await post(VOUCHERS, request, { wait: 20 })
  expect(fact.state, JSON.stringify(fact.blockers)).to.equal('posted')
  const wanted = Math.max(1, Math.floor((amount * share) / 100))
  const { status, body } = await post(`/v1/camt-053/entries/${payment.entry_id}/links`, {
    end_customer_id: model.customer,
    journal_entry_id: there(fact.journal_entry_id.id),
    line_number: 1,
    amount: chf(wanted),
  })
  const isAllowed = wanted <= amount && wanted <= leftOf(model, payment)
  expect(status, JSON.stringify(body)).to.equal(isAllowed ? 201 : 422)
  const link = isAllowed ? there(body.uses.findLast(({ state }) => state === 'posted')).id : null
  const use = isAllowed ? { link, amount: wanted } : null
  model.bankVouchers.push({ id: fact.id, amount, payment, gives: false, use, is_reversed: false })
}

async function reverseLink(model: Books, linked: BankVoucher | undefined): Promise<void> {
  if (!linked?.use?.link) return
  const path = `/v1/camt-053/entries/${linked.payment.entry_id}/links/${linked.use.link}/reverse` as const
  const { status, text } = await post(path, { end_customer_id: model.customer, reason: 'x' })
  expect(status, text).to.equal(linked.is_reversed ? 409 : 201)
  if (!linked.is_reversed) linked.use = null
}

/** Credit that is used cannot be taken back; nor can what a voucher on the bank account took, while its voucher is reversed. */
export async function reverseBankVoucher(model: Books, booked: BankVoucher | undefined): Promise<void> {
  if (!booked) return
  const { payment, amount, gives } = booked
  const isAllowed = !booked.is_reversed && !(gives && payment.open < amount)
  const reason = { end_customer_id: model.customer, reason: 'x' }
  const { status, text } = await post(`/v1/source-facts/${booked.id}/reverse`, reason, { wait: 20 })
  expect(status, text).to.equal(isAllowed ? 202 : 409)
  if (!isAllowed) return
  booked.is_reversed = true
  if (!gives) return
  payment.open -= amount
  payment.credit -= amount
  const its = model.bankVouchers.filter((one) => one.payment === payment && !one.is_reversed)
  if (!isBookedByVouchers(its)) Object.assign(payment, { booked_by: null, open: payment.amount })
}
