import type { MoveOptions } from '../../../shared/moving/move-end-customer.ts'
import type { MoveTimes } from '../../../shared/moving/moving.ts'
import type { Point } from '../../../shared/moving/points.ts'

/** What a mover of its own process is told. */
export type MoverOrder = Pick<MoveOptions, 'home_urls' | 'env' | 'past_triggers' | 'offline'> & {
  readonly wanted: { readonly end_customer_id: string; readonly to_name: string | null }
  readonly times: Partial<MoveTimes>
  readonly urls: Readonly<Record<string, string>>
  /** Where it is not that of `times`. */
  readonly longest_pause_ms?: number
  /** Null: it goes its way. */
  readonly cut: null | {
    readonly point: Point
    readonly times: number
    /** It goes on when it is told to. */
    readonly waits?: boolean
  }
}

/** What a mover says that waits. */
export const AT_POINT = 'at the point'
