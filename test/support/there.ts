import assert from 'node:assert/strict'

/** A value that the test needs: it fails here where there is none, and not at what it was needed for. */
export function there<T>(value: T | null | undefined): T {
  assert(value !== null && value !== undefined, 'a value that the test needs is not there')
  return value
}
