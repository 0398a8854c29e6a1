import type { Client } from 'pg'
import type { MoveDatabases } from '../move-databases.ts'
import type { MoveOptions } from '../move-end-customer.ts'

/** What has become of an end customer: it lives in another database, or could not be moved. */
export type DrainedCustomer =
  | { readonly end_customer_id: string; readonly to_name: string }
  | { readonly end_customer_id: string; readonly reason: string }

export type DrainOptions = Omit<MoveOptions, 'say' | 'until'> & {
  /** Null: to the least full one each time. */
  readonly to_name: string | null
  readonly told: (one: DrainedCustomer) => void
}

/** One run of the command. */
export type Drain = {
  readonly home: Client
  readonly known: MoveDatabases
  readonly name: string
  readonly options: DrainOptions
  /** They are left for the next run. */
  readonly failed: Set<string>
  /** Where an end customer was to go, and could not: it is sent elsewhere. */
  readonly refused: Map<string, readonly RefusedTarget[]>
}

type RefusedTarget = { readonly to_name: string; readonly reason: string }

/** Names who cannot be moved in this run. */
export function giveUp({ failed, options }: Drain, end_customer_id: string, reason: string): void {
  failed.add(end_customer_id)
  options.told({ end_customer_id, reason })
}
