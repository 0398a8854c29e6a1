/** Why a line cannot change or open its item. */
export type ItemViolation = {
  readonly code: 'open_item_missing' | 'open_item_unknown' | 'open_item_mismatch' | 'open_item_exceeded'
  readonly message: string
  /** JSON Pointer below the line. */
  readonly field: string
}

export function mismatch(message: string, field = '/open_item'): ItemViolation {
  return { code: 'open_item_mismatch', message, field }
}

export function exceeded(message: string): ItemViolation {
  return { code: 'open_item_exceeded', message, field: '/open_item' }
}

export function unknown(message: string): ItemViolation {
  return { code: 'open_item_unknown', message, field: '/open_item' }
}
