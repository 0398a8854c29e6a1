/** Whether the dashboard prints that it has refused a request: the line of the request says so already, and it is no failure. */
export function isRefusal(printed: unknown): boolean {
  if (typeof printed !== 'object' || printed === null) return false
  const { status, message } = printed as { status?: unknown; message?: unknown }
  if (typeof status === 'number') return status >= 400 && status < 500
  return typeof message === 'string' && message.startsWith('No route matches URL ')
}
