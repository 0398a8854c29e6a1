/** The constraint that an error of the database names. */
export function constraintOf(error: unknown): unknown {
  const { constraint, cause } = error as { constraint?: string; cause?: { constraint?: string } }
  return constraint ?? cause?.constraint
}
