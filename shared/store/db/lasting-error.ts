/**
 * SQLSTATE classes of what is wrong with the rows themselves: data (22), constraints (23), limits of the database (54),
 * and what triggers raise (P0). Anything else, such as a deadlock or a column that a release is about to add, may be
 * over a moment later.
 */
const LASTING = /^(22|23|54|P0)...$/

/** True when another try of the same would fail in the same way, as far as can be told. */
export function isLasting(error: unknown): boolean {
  const code = sqlState(error)
  return code === undefined || LASTING.test(code)
}

/** The SQLSTATE of the innermost error that has one; an error of this process has none. */
function sqlState(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const { code, cause } = error as { code?: unknown; cause?: unknown }
  const inner = sqlState(cause)
  return inner ?? (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : undefined)
}
