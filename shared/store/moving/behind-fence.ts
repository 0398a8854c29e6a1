/** Of `hold_fence`: rows of an end customer that moves to another ledger database. */
const FENCED = 'HB001'

type BehindFence = {
  readonly end_customer_id: string
  /** It has moved already. */
  readonly is_gone: boolean
}

/** Who it is that cannot be written right now; null where an error has another cause. The same may be written a moment later. */
export function behindFence(error: unknown): BehindFence | null {
  if (typeof error !== 'object' || error === null) return null
  const { code, detail, hint, cause } = error as { code?: unknown; detail?: unknown; hint?: unknown; cause?: unknown }
  if (code === FENCED && typeof detail === 'string') return { end_customer_id: detail, is_gone: hint === 'gone' }
  return behindFence(cause)
}
