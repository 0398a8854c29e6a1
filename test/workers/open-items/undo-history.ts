import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { uuidOf } from '../../../shared/process/ids.ts'
import { importBankStatements } from '../../../workers/bank/import-bank-statements.ts'
import { evaluateFacts } from '../../../workers/facts/evaluate-facts.ts'
import { postIntents } from '../../../workers/settlement/post-intents.ts'
import { bankEntry, camt053Message } from '../../camt053/messages.ts'
import { PATIENT } from '../../support/processes/patient-lane.ts'
import type { QuietService } from '../../support/quiet-service.ts'
import { chart, chf, VOUCHERS, voucher } from '../../support/requests/examples.ts'
import { KMU_ACCOUNTS } from '../../support/requests/kmu-chart.ts'
import type { UndoEvent } from './undo-events.ts'

/** An item of EUR; a debit makes it larger on side 1. */
type Item = {
  readonly by: string
  readonly id: string
  readonly account_code: string
  readonly side: 1 | -1
  readonly open_minor: number
}

/** Books whose vouchers may not be undone any more. The worker books a request only when the history says so. */
export class UndoHistory {
  readonly quiet: QuietService
  readonly customer: string
  readonly #undoable: string[] = []

  constructor(quiet: QuietService, customer: string) {
    this.quiet = quiet
    this.customer = customer
  }

  /** A payment of EUR 100.00, of which 20.00 belong to an invoice and the rest is credit. */
  async open(): Promise<void> {
    const { customer: end_customer_id, quiet } = this
    const accounts = KMU_ACCOUNTS.map(({ or_row, ...one }) => one)
    await quiet.put('/v1/accounts', chart(end_customer_id, '2020-01-01', accounts))
    const rates = [{ currency: 'EUR', rate: '0.95', rate_date: '2020-01-01' }]
    await quiet.put('/v1/exchange-rates', { end_customer_id, rates })
    const message = camt053Message({ bankEntries: bankEntry({ amount: '100.00', currency: 'EUR' }) })
    await quiet.upload(end_customer_id, message)
    await importBankStatements(quiet.worker, await quiet.jobsOf('camt053.import', end_customer_id))
    await this.run({ kind: 'invoice', amount: 2 })
    await this.run({ kind: 'allocate', item: 0, share: 100, is_booked: true })
  }

  /** Requests that the service refuses change nothing, and are part of the history. */
  async run(happened: UndoEvent): Promise<void> {
    if (happened.kind === 'invoice' || happened.kind === 'owe') await this.#opens(happened)
    if (happened.kind === 'take' || happened.kind === 'give' || happened.kind === 'revalue')
      await this.#change(happened)
    if (happened.kind === 'settle' || happened.kind === 'allocate') await this.#request(happened)
    if (happened.kind === 'reverse') await this.#reverse(happened.which)
  }

  async #opens({ kind, amount }: Extract<UndoEvent, { kind: 'invoice' | 'owe' }>) {
    const isInvoice = kind === 'invoice'
    const account_code = isInvoice ? '1100' : '2000'
    const open_item = {
      new: {
        kind: isInvoice ? 'receivable' : 'payable',
        partner: { name: 'Muster AG' },
        document_number: randomUUID(),
      },
    }
    const signed = (isInvoice ? 1_000 : -1_000) * amount
    await this.#book([amountOn(account_code, signed, { open_item }), amountOn('1020', -signed)])
  }

  async #change(happened: Extract<UndoEvent, { kind: 'take' | 'give' | 'revalue' }>) {
    const items = [
      ...(await this.#items('documents')),
      ...(await this.#items('supplier-payables')),
      ...(await this.#credit()),
    ]
    const found = items[happened.item % Math.max(1, items.length)]
    if (!found) return
    const { by, id, account_code, side, open_minor } = found
    const named = (purpose: string) => ({ open_item: { [by]: id, purpose } })
    if (happened.kind === 'revalue') {
      const base_amount = chf(Math.abs(happened.value))
      const zero = { amount_minor: 0, currency: 'EUR' }
      const [own, other] = happened.value > 0 ? ['debit', 'credit'] : ['credit', 'debit']
      const line = { account_code, [own as string]: zero, base_amount, ...named('revaluation') }
      await this.#book([line, { account_code: '6949', [other as string]: base_amount }])
      return
    }
    const part = Math.trunc((Math.abs(open_minor) * happened.share) / 100) || 100
    const signed = (happened.kind === 'give' ? part : -part) * side
    await this.#book([amountOn(account_code, signed, named('payment')), amountOn('1020', -signed)])
  }

  /** Asks for postings and reversals of which nothing is worked yet. */
  async ask(happened: UndoEvent): Promise<void> {
    if (happened.kind === 'settle' || happened.kind === 'allocate') await this.#asked(happened)
    if (happened.kind === 'reverse') await this.#askedToReverse(happened.which)
  }

  async #request(happened: Extract<UndoEvent, { kind: 'settle' | 'allocate' }>) {
    if (!(await this.#asked(happened))) return
    if (happened.is_booked) await this.#post()
    else await this.#forget()
  }

  async #asked(happened: Extract<UndoEvent, { kind: 'settle' | 'allocate' }>): Promise<boolean> {
    const { customer: end_customer_id, quiet } = this
    const items = await this.#items(happened.kind === 'settle' ? 'supplier-payables' : 'documents')
    const found = items[happened.item % Math.max(1, items.length)]
    if (!found) return false
    const amount = { amount_minor: Math.trunc((found.open_minor * happened.share) / 100), currency: 'EUR' }
    const { id: payment_id } = await quiet.firstOf('payments', end_customer_id)
    const path =
      happened.kind === 'settle' ? (`/v1/supplier-payables/${found.id}/settlements` as const) : '/v1/allocations'
    const request =
      happened.kind === 'settle'
        ? { settlement_date: '2026-04-15', amount, reviewer_justification: 'x' }
        : { payment_id, lines: [{ document_id: found.id, amount }], set_off_consent: 'agreed' }
    const { status, body } = await quiet.post(path, { end_customer_id, ...request })
    if (status === 201) this.#undoable.push(`${path}/${body.id}`)
    return status === 201
  }

  async #reverse(which: number) {
    if (await this.#askedToReverse(which)) await this.#post()
  }

  async #askedToReverse(which: number): Promise<boolean> {
    const path = this.#undoable[which % Math.max(1, this.#undoable.length)]
    if (!path) return false
    const reversal = { end_customer_id: this.customer, reason: 'x' }
    const { status } = await this.quiet.post(`${path}/reverse` as typeof VOUCHERS, reversal)
    return status === 202
  }

  async #book(lines: readonly object[]) {
    const { body } = await this.quiet.post(VOUCHERS, voucher(this.customer, { payload: { lines } }))
    expect(uuidOf('source_fact', body.id), JSON.stringify(body)).not.to.equal(null)
    await evaluateFacts(this.quiet.worker, await this.quiet.jobs('facts.evaluate', [body.id]), PATIENT)
    this.#undoable.push(`/v1/source-facts/${body.id}`)
  }

  async #post() {
    await postIntents(this.quiet.worker, await this.quiet.jobsOf('ledger.post', this.customer))
    await this.#forget()
  }

  async #forget() {
    const jobs = await this.quiet.jobsOf('ledger.post', this.customer)
    const ids = jobs.map(({ id }) => id)
    if (ids.length > 0) await this.quiet.worker.boss.deleteJob('ledger.post', ids)
  }

  async #items(name: 'documents' | 'supplier-payables'): Promise<Item[]> {
    const all = await this.quiet.itemsOf(name, this.customer)
    const of =
      name === 'documents'
        ? ({ by: 'document_id', account_code: '1100', side: 1 } as const)
        : ({ by: 'supplier_payable_id', account_code: '2000', side: -1 } as const)
    return all
      .filter(({ state }) => state !== 'reversed')
      .map(({ id, open_amount }) => ({ ...of, id, open_minor: open_amount.amount_minor }))
  }

  /** The credit of the payment, as long as it is booked. */
  async #credit(): Promise<Item[]> {
    const { id, open_amount } = await this.quiet.firstOf('payments', this.customer)
    return [{ by: 'payment_id', id, account_code: '2030', side: -1, open_minor: open_amount.amount_minor }]
  }
}

function amountOn(account_code: string, signed: number, more: object = {}) {
  const amount = { amount_minor: Math.abs(signed), currency: 'EUR' }
  return { account_code, ...(signed > 0 ? { debit: amount } : { credit: amount }), ...more }
}
