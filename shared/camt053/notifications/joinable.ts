import type { JoinReferences } from './join-references.ts'

/** What a bank entry and a notification of it have in common, apart from their references. */
export type JoinFigures = {
  readonly account: string
  readonly day: string
  readonly currency: string
  readonly credit_debit: string
  readonly is_reversal: boolean
  readonly references: JoinReferences
}

/** A notification that belongs to no booking yet. */
export type OpenNotification = JoinFigures & {
  readonly notification_id: string
  /** What its details come to; null where they say nothing about a booking. */
  readonly details_minor: bigint | null
  readonly details_hash: string | null
  /** A booking has been found that had its details already. */
  readonly is_kept: boolean
  /** One text for each detail; none where no other notification has its reference. */
  readonly keys: WhenAsked<readonly string[]>
}

/** A booked bank entry of a day on which notifications wait. */
export type NotifiableBankEntry = JoinFigures & {
  readonly entry_id: string
  readonly amount_minor: bigint
  /** Its own details, or those of other notifications. */
  readonly has_details: boolean
  /** Those of its own details. */
  readonly own: WhenAsked<{ readonly details_hash: string | null; readonly keys: readonly string[] }>
}

/** Made when it is asked for, in steps: there may be thousands of details. */
export type WhenAsked<Value> = () => Generator<void, Value>
