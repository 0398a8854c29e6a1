import type { SourceFactBatchTrial, SourceFactCorrectionTrial, SourceFactTrial } from '../contract/facts/fact-trials.ts'
import type { PaymentOrderTrial } from '../contract/orders/payment-order-trial.ts'
import { calls, type OperationId } from './calls.ts'
import { type Decidable, readUntilDecided } from './decided.ts'
import { type AnswerTo, type HttpExchange, type RequestTo, readExchange } from './exchange.ts'
import { eachEvent, type FeedEvent, type FeedQuery } from './feed.ts'
import { eachItem, type ItemOf, type ListId } from './lists.ts'
import { type AnyRequest, type CallOptions, type ClientOptions, DEADLINE_MS, send } from './send.ts'

/** A method for each operation of the interface, by its operation id, and what makes many of them one. */
export type Client = Methods & {
  /** An answer with its status and headers, and whether it is a replay. */
  exchange<Id extends OperationId>(
    id: Id,
    request: RequestTo<Id>,
    options?: CallOptions,
  ): Promise<HttpExchange<AnswerTo<Id>>>
  /** Another representation than JSON, by its media type: a page, CSV, XML, PDF. Its body may be read as a stream. */
  represent<Id extends OperationId>(
    id: Id,
    request: RequestTo<Id>,
    media_type: string,
    options?: CallOptions,
  ): Promise<Response>
  /** What would become of a fact, of a batch of facts, of a reversal or withdrawal, or of a payment order; nothing is stored. */
  dryRun<Id extends TrialId>(id: Id, request: RequestTo<Id>, options?: CallOptions): Promise<TrialOf<Id>>
  /** Every item of a list, whatever its pages. */
  each<Id extends ListId>(
    id: Id,
    request: RequestTo<Id>,
    options?: CallOptions,
  ): AsyncGenerator<Awaited<ItemOf<Id>>, void, undefined>
  /** The feed of an end customer from `after` on, without an end. */
  events(query: FeedQuery, options?: CallOptions): AsyncGenerator<FeedEvent, void, undefined>
  /** Waits for what the workers make of an answer; the signal or the deadline ends it. */
  waitUntilDecided<Resource extends Decidable>(resource: Resource, options?: CallOptions): Promise<Resource>
}

/** The operations that can be tried. */
export type TrialId = keyof Trials

type Trials = {
  readonly recordExpenseDocument: SourceFactTrial
  readonly recordCustomerInvoice: SourceFactTrial
  readonly recordJournalVoucher: SourceFactTrial
  readonly recordSourceFacts: SourceFactBatchTrial
  readonly reverseSourceFact: SourceFactCorrectionTrial
  readonly withdrawSourceFact: SourceFactCorrectionTrial
  readonly orderPayments: PaymentOrderTrial
}

type TrialOf<Id extends TrialId> = Trials[Id]

type Methods = {
  readonly [Id in OperationId]: (request: RequestTo<Id>, options?: CallOptions) => Promise<AnswerTo<Id>>
}

/** @param options.key an API key, which belongs on servers only */
export function openClient(options: ClientOptions): Client {
  const exchange = <Id extends OperationId>(id: Id, request: RequestTo<Id>, callOptions: CallOptions = {}) =>
    send(options, calls[id], request as AnyRequest, callOptions, readExchange<AnswerTo<Id>>)
  const call = async <Id extends OperationId>(id: Id, request: RequestTo<Id>, callOptions?: CallOptions) =>
    (await exchange(id, request, callOptions)).body
  const operations = Object.fromEntries(
    (Object.keys(calls) as OperationId[]).map((id) => [
      id,
      (request: RequestTo<typeof id>, callOptions?: CallOptions) => call(id, request, callOptions),
    ]),
  ) as unknown as Methods
  return {
    ...operations,
    exchange,
    represent: (id, request, media_type, callOptions = {}) => {
      const headers = { ...callOptions.headers, Accept: media_type }
      return send(options, calls[id], request as AnyRequest, { ...callOptions, headers }, async (answer) => answer)
    },
    dryRun: async <Id extends TrialId>(id: Id, request: RequestTo<Id>, callOptions: CallOptions = {}) => {
      const tried = { ...(request as AnyRequest), query: { dry_run: true } }
      return (await send(options, { ...calls[id], kind: 'compute' }, tried, callOptions, readExchange<TrialOf<Id>>))
        .body
    },
    each: (id, request, callOptions) => eachItem(id, request, (page) => call(id, page, callOptions)),
    events: (query, callOptions) =>
      eachEvent(query, (page) => call('listEvents', { query: page }, { wait_seconds: page.wait ?? 0, ...callOptions })),
    waitUntilDecided: (resource, { signal, deadline_ms = options.deadline_ms ?? DEADLINE_MS } = {}) =>
      readUntilDecided(
        resource,
        (id, request) => call(id, request as unknown as RequestTo<typeof id>, signal && { signal }),
        deadline_ms,
        signal,
      ),
  }
}
