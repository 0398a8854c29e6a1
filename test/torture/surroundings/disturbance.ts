import type { Surroundings } from './surroundings.ts'

/** @returns the end customers whom it concerns; nothing: it may concern everybody */
export type Disturb = (where: Surroundings, planned: PlannedDisturbance) => Promise<readonly string[] | void>

export type Disturbance = {
  readonly says: string
  /** The least and the most milliseconds that it lasts; 0: a moment. */
  readonly lasts_ms: readonly [least: number, most: number]
  /** Only where there are several ledger databases. */
  readonly is_of_several?: boolean
  /** Why it cannot be done here. */
  readonly isImpossible?: (where: Surroundings) => string | null
  readonly disturb: Disturb
}

export type PlannedDisturbance = {
  readonly kind: string
  readonly at_ms: number
  readonly lasts_ms: number
  readonly draw: number
}

export const MOMENT = [0, 0] as const
