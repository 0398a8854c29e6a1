/** Looks up a string in an earlier answer of the story: `of('chart', '/data/0/account_id')`. */
export type Of = (name: string, pointer: string) => string

export type ExampleRequest = {
  readonly path?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string | number | boolean>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

/** A request of the story. Its answer stands in `answers.json`, recorded from the service itself. */
export type Example = {
  /** Unique; also the Idempotency-Key of a request that changes something. */
  readonly name: string
  readonly operation_id: string
  readonly summary: string
  /** Of an error; else the status is the one of the endpoint. */
  readonly status?: number
  /** Of the answer, where it is not JSON. */
  readonly media_type?: string
  readonly request: (of: Of) => ExampleRequest
}

/** The end customer of nearly all examples. */
export const END_CUSTOMER = '6bb1e290-edd1-46fd-8552-4a66d50d821f'
/** Whose tax is due with payments. */
export const END_CUSTOMER_OF_PAYMENTS = '5d0f8a52-3c1e-4a57-9d0e-2b7a64f8c913'

export const ours = { end_customer_id: END_CUSTOMER } as const
export const chf = (amount_minor: number) => ({ amount_minor, currency: 'CHF' })
